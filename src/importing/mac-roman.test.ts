import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FileDecoder } from './lines.ts'

/** The bytes of letters in Mac OS Roman, and in Windows-1252 as far as it differs from Latin-1. */
const mac: Readonly<Record<string, number>> = {
  ...{
    à: 0x88,
    â: 0x89,
    ä: 0x8a,
    ç: 0x8d,
    é: 0x8e,
    è: 0x8f,
    ê: 0x90,
    ô: 0x99,
    ö: 0x9a,
    ü: 0x9f,
    ß: 0xa7,
    '’': 0xd5,
  },
}
const windows: Readonly<Record<string, number>> = {
  š: 0x9a,
  Š: 0x8a,
  ž: 0x9e,
  œ: 0x9c,
  '’': 0x92,
  '…': 0x85,
  '€': 0x80,
}

const bytesIn = (table: Readonly<Record<string, number>>, text: string) =>
  [...text].map((letter) => String.fromCharCode(table[letter] ?? letter.charCodeAt(0))).join('')

const read = (table: Readonly<Record<string, number>>, lines: readonly string[]) => {
  const { decode } = new FileDecoder()
  return lines.map((text, place) => decode({ number: place + 1, text: bytesIn(table, text) }).text)
}

for (const line of [
  'Café',
  'Début',
  'été',
  'Käse',
  'für alle',
  'Straße',
  'Hôtel',
  'reçu',
  'là',
  'vis à vis',
  'd’accord',
])
  test(`"${line}" in Mac OS Roman is recognized, and all other lines with it`, () =>
    assert.deepEqual(read(mac, ['Titel', line, 'Schöner Abend']), ['Titel', line, 'Schöner Abend']))

for (const line of [
  'Café',
  'Élan',
  'Müller',
  'Dušan',
  'ŠKODA',
  'Škoda',
  'cœur',
  'l’été',
  'und…dann',
  '20 €',
  'Straße',
  'à côté',
])
  test(`"${line}" in Windows-1252 is recognized`, () => assert.deepEqual(read(windows, [line]), [line]))

test('what MS-DOS has saved is neither', () => assert.deepEqual(read({ ü: 0x81 }, ['für']), ['']))
