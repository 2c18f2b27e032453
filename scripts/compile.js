import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative } from 'node:path'

/**
 * Compiles src to dist, as `tsc -p tsconfig.build.json` does, but each file by itself, because then only those that have
 * changed need to be read by the compiler: `npm start` compiles first, and mostly nothing has changed.
 *
 * In addition, object literals that begin with a spread and have further properties are prefixed with `__proto__:
 * Object.prototype`, which changes nothing about the object. V8 in Node.js 20 would otherwise make a new hidden class for
 * each object of such a literal: that takes 2 µs instead of 0.1, no code that reads the object can be optimized, and the
 * classes fill the old generation. Node.js 22 does not need it.
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

const configFile = join(root, 'tsconfig.build.json')

const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile(
  configFile,
  {},
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic({ messageText }) {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  },
)

const compiledOf = (source) => join(options.outDir, relative(options.rootDir, source).replace(/\.ts$/, '.js'))

const mapOf = (compiled) => `${compiled}.map`

/** All files are modules; a file by itself does not tell. */
const compilerOptions = {
  ...options,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
}

/** Returns the problems; writes nothing if there are any. */
function compile(source, text) {
  const { outputText, sourceMapText, diagnostics } = ts.transpileModule(text, {
    fileName: source,
    compilerOptions,
    reportDiagnostics: true,
    transformers: { before: [withPrototypes] },
  })
  if (diagnostics.length > 0) return diagnostics
  const compiled = compiledOf(source)
  mkdirSync(dirname(compiled), { recursive: true })
  writeFileSync(compiled, outputText)
  const map = { ...JSON.parse(sourceMapText), sources: [relative(dirname(compiled), source)] }
  writeFileSync(mapOf(compiled), JSON.stringify(map))
  return []
}

const hashOf = (...texts) =>
  texts.reduce((hash, text) => hash.update(text), createHash('sha256')).digest('hex')

const compilerHash = hashOf(
  ts.version,
  ...[import.meta.filename, configFile].map((file) => readFileSync(file)),
)

/** What each compiled file was made from. A file that has not changed is not compiled again. */
const recordFile = join(options.outDir, '.compiled.json')

function readRecord() {
  const record = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {}
  return record.compiler === compilerHash ? record.sources : {}
}

/** Removes what no source is compiled to any more, also by earlier versions of this file, and folders that this empties. */
function removeOthers(wanted, folder = options.outDir) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeOthers(wanted, path)
    else if (!wanted.has(path)) rmSync(path)
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

function compileChanged() {
  const before = readRecord()
  const sources = {}
  const problems = [...errors]
  for (const file of fileNames) {
    const text = readFileSync(file, 'utf8')
    const [name, hash] = [relative(root, file), hashOf(text)]
    const isCompiled = before[name] === hash && existsSync(compiledOf(file))
    const found = isCompiled ? [] : compile(file, text)
    problems.push(...found)
    if (found.length === 0) sources[name] = hash
  }
  const compiled = fileNames.map(compiledOf)
  removeOthers(new Set([recordFile, ...compiled, ...compiled.map(mapOf)]))
  writeFileSync(recordFile, JSON.stringify({ compiler: compilerHash, sources }))
  return problems
}

const problems = compileChanged()
if (problems.length > 0) {
  console.error(
    ts.formatDiagnostics(problems, {
      getCurrentDirectory: () => root,
      getCanonicalFileName: (name) => name,
      getNewLine: () => '\n',
    }),
  )
  process.exitCode = 1
}
