import { csvForm } from '../formats/csv/index.ts'
import { routeOf, type Operation, type Route } from '../operation.ts'
import {
  createNewImport,
  exportRows,
  listAllImports,
  readImport,
  runImport,
  undoExistingImport,
  type ImportAccess,
  type UndoAccess,
} from './operations.ts'
import {
  exportRowsParameters,
  importFields,
  importPath,
  listImportsParameters,
  readImportParameters,
  runParameters,
} from './parameters.ts'

const collection = (access: ImportAccess): Operation[] => [
  {
    method: 'GET',
    operationId: 'listImports',
    summary: 'List imports',
    parameters: listImportsParameters,
    responseSchema: 'importList',
    run: (request) => listAllImports(access, request),
  },
  {
    method: 'POST',
    operationId: 'createImport',
    summary: 'Read a file or a URL and show what importing it would do',
    parameters: importFields,
    acceptsFile: true,
    responseSchema: 'importWithRows',
    success: 201,
    problems: [
      'rest_missing_callback_param',
      'outgoing-requests-off',
      'import-source-unreachable',
      'import-source-busy',
    ],
    run: (request) => createNewImport(access, request),
  },
]

const single = (access: UndoAccess): Operation[] => [
  {
    method: 'GET',
    operationId: 'readImport',
    summary: 'Read an import and its rows',
    path: importPath,
    parameters: readImportParameters,
    responseSchema: 'importWithRows',
    run: (request) => readImport(access, request),
  },
  {
    method: 'DELETE',
    operationId: 'undoImport',
    summary: 'Undo an import',
    path: importPath,
    parameters: {},
    responseSchema: 'importWithRows',
    problems: ['import-in-other-state'],
    run: (request) => undoExistingImport(access, request),
  },
]

const readingRows = {
  method: 'GET',
  summary: 'Read the rows of an import, also as a table',
  path: importPath,
  forms: [csvForm],
  responseSchema: 'importWithRows',
} as const

const rowsAsPage = (access: UndoAccess): Route =>
  routeOf('/imports/{id}/rows', {
    ...readingRows,
    operationId: 'listImportRows',
    parameters: readImportParameters,
    run: (request) => (request.form === undefined ? readImport : exportRows)(access, request),
  })

/** Without pages, because the table is whole. */
const rowsAsTable = (access: UndoAccess): Route => ({
  ...routeOf(`/imports/{id}/rows.${csvForm.extension}`, {
    ...readingRows,
    operationId: 'exportImportRows',
    parameters: exportRowsParameters,
    run: (request) => exportRows(access, request),
  }),
  form: csvForm.extension,
})

/** Reading and undoing one import. */
export const importRoute = (access: UndoAccess): Route => routeOf('/imports/{id}', ...single(access))

/** Imports of events, below `cal/admin/v1` (interface: Imports). */
export const importRoutes = (access: ImportAccess): Route[] => [
  routeOf('/imports', ...collection(access)),
  importRoute(access),
  rowsAsPage(access),
  rowsAsTable(access),
  routeOf('/imports/{id}/run', {
    method: 'POST',
    operationId: 'runImport',
    summary: 'Run an import',
    path: importPath,
    parameters: runParameters,
    responseSchema: 'importWithRows',
    problems: ['import-in-other-state'],
    isAction: true,
    run: (request) => runImport(access, request),
  }),
]
