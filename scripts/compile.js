import { existsSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

/**
 * Compiles src to dist, as `tsc -p tsconfig.build.json` does. In addition, object literals that begin with a spread and
 * have further properties are prefixed with `__proto__: Object.prototype`, which changes nothing about the object. V8 in
 * Node.js 20 would otherwise make a new hidden class for each object of such a literal: that takes 2 µs instead of 0.1, no
 * code that reads the object can be optimized, and the classes fill the old generation. Node.js 22 does not need it.
 */

const root = join(import.meta.dirname, '..')

/** npm puts the commands of packages that it has fetched on the path, but Node.js does not look for modules there. */
function loadCompiler() {
  try {
    return createRequire(import.meta.url)('typescript')
  } catch (error) {
    const fetched = (process.env.PATH ?? '')
      .split(delimiter)
      .map((folder) => join(dirname(folder), 'typescript/package.json'))
      .find(existsSync)
    if (fetched === undefined) throw error
    return createRequire(fetched)('typescript')
  }
}

const ts = loadCompiler()

const beginsWithSpread = (node) =>
  ts.isObjectLiteralExpression(node) &&
  node.properties.length > 1 &&
  ts.isSpreadAssignment(node.properties[0])

function withPrototypes(context) {
  const { factory } = context
  const prototype = () =>
    factory.createPropertyAssignment(
      '__proto__',
      factory.createPropertyAccessExpression(factory.createIdentifier('Object'), 'prototype'),
    )
  const visit = (node) => {
    const visited = ts.visitEachChild(node, visit, context)
    return beginsWithSpread(node)
      ? factory.updateObjectLiteralExpression(visited, [prototype(), ...visited.properties])
      : visited
  }
  return (file) => ts.visitNode(file, visit)
}

const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile(
  join(root, 'tsconfig.build.json'),
  {},
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic({ messageText }) {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  },
)
const host = ts.createIncrementalCompilerHost(options)

const isOlder = (path, other) => existsSync(path) && statSync(path).mtimeMs < statSync(other).mtimeMs

// Files that have not changed are not compiled again, even if this script would now compile them in another way.
const buildInfo = options.tsBuildInfoFile
if (isOlder(buildInfo, import.meta.filename)) rmSync(buildInfo)

const program = ts.createIncrementalProgram({ rootNames: fileNames, options, host })
const { diagnostics } = program.emit(undefined, undefined, undefined, false, { before: [withPrototypes] })
const problems = [...errors, ...program.getSyntacticDiagnostics(), ...diagnostics]
if (problems.length > 0) {
  console.error(ts.formatDiagnostics(problems, host))
  process.exitCode = 1
}
