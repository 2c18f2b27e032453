import type { page as french } from '../fr/page.ts'

export const page = {
  'API reference': 'API-Referenz',
  'Skip to content': 'Zum Inhalt springen',
  Languages: 'Sprachen',
  Contents: 'Inhalt',
  Schemas: 'Schemata',
  'Base URL:': 'Basis-URL:',
  'Parameters and responses': 'Parameter und Antworten',
  Parameters: 'Parameter',
  'Body fields': 'Felder des Bodys',
  Example: 'Beispiel',
  Responses: 'Antworten',
  Name: 'Name',
  Type: 'Typ',
  Meaning: 'Bedeutung',
  required: 'erforderlich',
  'Allowed values:': 'Erlaubte Werte:',
  'Default:': 'Standardwert:',
  'Try requests in the browser': 'Anfragen im Browser ausprobieren',
} as const satisfies Record<keyof typeof french, string>
