import Type from '../../resources/json-schema.ts'
import { dryRun, isDryRun, pick } from '../inputs.ts'
import type { Tool } from '../tool.ts'

/** Undoes an import. */

const shown = ['id', 'state', 'format', 'source', 'created_utc', 'undo_until_utc', 'would', 'progress']

const input = Type.Object({
  id: Type.Integer({ description: 'ID of the import', minimum: 1 }),
  ...dryRun,
})

const anyFields = (description: string) => Type.Object({}, { description, additionalProperties: true })

export const undoImportTool: Tool = {
  name: 'undo_import',
  title: 'Undo an import',
  description:
    'Takes an import back: what it created goes to the trash, what it changed gets its former values, and what was edited since stays and is named. By default it only shows the import: source, state, and how many rows it created and changed.',
  does: 'removes',
  input: () => input,
  output: {
    dry_run: Type.Boolean({ description: 'True if nothing was taken back' }),
    import: anyFields('The import'),
    left: Type.Optional(Type.Array(anyFields('What was edited since and stays'))),
  },
  run: async (args, { ask }) => {
    const { id } = args
    const operation = isDryRun(args) ? 'readImport' : 'undoImport'
    const answer = await ask(operation, { id, sent: { per_page: 1 } })
    return {
      dry_run: isDryRun(args),
      import: pick(answer, shown),
      ...pick(answer, ['left']),
    }
  },
}
