import type { page as french } from '../fr/page.ts'

export const page = {
  Reference: 'Referenz',
  'Skip to the content': 'Zum Inhalt springen',
  Languages: 'Sprachen',
  Contents: 'Inhalt',
  Schemas: 'Schemata',
  'Everything is below': 'Alles liegt unter',
  'Parameters and answers': 'Parameter und Antworten',
  Parameters: 'Parameter',
  'Fields of the body': 'Felder des Rumpfes',
  Example: 'Beispiel',
  Answers: 'Antworten',
  Name: 'Name',
  Type: 'Typ',
  Meaning: 'Bedeutung',
  required: 'Pflicht',
  'One of:': 'Einer der Werte:',
  'Default:': 'Standardwert:',
  'Try requests in the browser': 'Anfragen im Browser ausprobieren',
} as const satisfies Record<keyof typeof french, string>
