import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { analyse } from 'scslre'
import ts from 'typescript'

/**
 * No text of others may keep a process busy: a regular expression that begins anew at each character, or divides a text in
 * many ways, needs minutes for some hundred thousand characters, and others wait meanwhile.
 */

/** Expressions that are slow for some texts, and why they never get one. */
const exceptions: Readonly<Record<string, string>> = {
  '/<[^>]*>/g': 'sanitized texts have no other "<" than those of tags',
  '/<[^>]*>|[^<]+/g': 'sanitized texts have no other "<" than those of tags',
  '/\\s*\\n\\s*/g': 'only of our templates, and of texts whose spaces are collapsed',
  '/\\s*,\\s*/': 'only of headers that we write',
  '/\\S+@\\S+/g': 'the text is cut before',
  '/;(?<name>[^=]+)=(?:"(?<quoted>[^"]*)"|(?<plain>[^;]*))/g': 'each parameter has been checked before',
  '/^https?:\\/\\/[^\\s{}]+\\/.*\\{z\\}.*\\{x\\}.*\\{y\\}/': 'only of settings',
  '/(?<=[.!?])\\s+[^.!?]+[.!?]?(?=<\\/p>$)/': 'only of our sample texts',
  '/server version: (\\S+).*; \\w+ version: (\\S+)/': 'only of messages of pg_dump',
}

function* literalsIn(node: ts.Node): Generator<string> {
  if (ts.isRegularExpressionLiteral(node)) yield node.text
  for (const child of node.getChildren()) yield* literalsIn(child)
}

const expressions = new Map<string, string>()
for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
  const text = readFileSync(`src/${file}`, 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  for (const literal of literalsIn(source)) expressions.set(literal, file)
}

const isSlow = (literal: string): boolean => {
  const end = literal.lastIndexOf('/')
  const { reports } = analyse({ source: literal.slice(1, end), flags: literal.slice(end + 1) })
  return reports.length > 0
}

const slow = [...expressions.keys()].filter(isSlow)

test('no regular expression is slow for a text that others choose', () => {
  assert.ok(expressions.size > 300)
  const found = slow.filter((literal) => !Object.hasOwn(exceptions, literal))
  assert.deepEqual(
    found.map((literal) => `${expressions.get(literal)}: ${literal}`),
    [],
  )
})

test('each exception is in use', () => {
  assert.deepEqual(
    Object.keys(exceptions).filter((literal) => !slow.includes(literal)),
    [],
  )
})
