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
    // Attributes stand as they are made: `data-today` and `checked` without a value.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // Text of people may end in a blank.
    'no-trailing-whitespace': 'off',
  },
})

/** That a page is HTML as the standard has it, and accessible as far as markup shows. */
export async function assertValid(text: string, name: string): Promise<void> {
  const { results } = await validator.validateString(text)
  const faults = results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line }) => `${ruleId}: ${message}: ${text.split('\n')[line - 1]!.slice(0, 200)}`,
    ),
  )
  assert.deepEqual(faults, [], name)
}
