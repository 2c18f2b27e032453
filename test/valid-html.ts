import assert from 'node:assert/strict'
import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // The same address in the table and below it, of which one is shown.
    'no-redundant-for': 'off',
    'long-title': 'off',
    'void-style': 'off',
    'tel-non-breaking': 'off',
    // Boolean attributes such as `data-today` and `checked` are written without a value.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // User content may end with a space.
    'no-trailing-whitespace': 'off',
  },
})

/** Asserts that a page is valid HTML, and accessible as far as markup can show. */
export async function assertValid(text: string, name: string): Promise<void> {
  const { results } = await validator.validateString(text)
  const faults = results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line }) => `${ruleId}: ${message}: ${text.split('\n')[line - 1]!.slice(0, 200)}`,
    ),
  )
  assert.deepEqual(faults, [], name)
}
