import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inWords, readRecurrence, type First } from './index.ts'

const first: First = { start: '2027-03-02 19:00:00', timezone: 'Europe/Paris', allDay: false }

const wordsOf = (line: string) => {
  const recurrence = readRecurrence(line, first)
  return ['en', 'fr', 'de'].map((language) => inWords(recurrence, first, language))
}

const cases: Record<string, [string, string, string]> = {
  'FREQ=DAILY': ['Every day', 'Tous les jours', 'Jeden Tag'],
  'FREQ=DAILY;INTERVAL=3;COUNT=5': [
    'Every 3 days, 5 times',
    'Tous les 3 jours, 5 fois',
    'Alle 3 Tage, 5-mal',
  ],
  'FREQ=WEEKLY;UNTIL=20280301T230000Z': [
    'Every Tuesday until 1 March 2028',
    'Chaque mardi jusqu’au 1er mars 2028',
    'Jeden Dienstag bis 1. März 2028',
  ],
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU,TH': [
    'Every 2 weeks on Tuesday, Thursday and Sunday',
    'Toutes les 2 semaines (mardi, jeudi et dimanche)',
    'Alle 2 Wochen am Dienstag, Donnerstag und Sonntag',
  ],
  'FREQ=MONTHLY': ['Every month on the 2nd', 'Tous les mois, le 2', 'Jeden Monat am 2.'],
  'FREQ=MONTHLY;BYMONTHDAY=15,1': [
    'Every month on the 1st and 15th',
    'Tous les mois, le 1er et le 15',
    'Jeden Monat am 1. und 15.',
  ],
  'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1': [
    'Every 2 months on the last day',
    'Tous les 2 mois, le dernier jour',
    'Alle 2 Monate am letzten Tag',
  ],
  'FREQ=MONTHLY;BYDAY=1TU,3TU': [
    'Every month on the first and third Tuesday',
    'Tous les mois, le premier et le troisième mardi',
    'Jeden Monat am ersten und dritten Dienstag',
  ],
  'FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1': [
    'Every month on the last Friday',
    'Tous les mois, le dernier vendredi',
    'Jeden Monat am letzten Freitag',
  ],
  'FREQ=YEARLY': ['Every year on 2 March', 'Tous les ans, le 2 mars', 'Jedes Jahr am 2. März'],
  'FREQ=YEARLY;BYMONTH=4;BYDAY=2SU': [
    'Every year on the second Sunday in April',
    'Tous les ans en avril, le deuxième dimanche',
    'Jedes Jahr am zweiten Sonntag im April',
  ],
  'FREQ=YEARLY;INTERVAL=2;BYMONTH=8': [
    'Every 2 years on 2 August',
    'Tous les 2 ans, le 2 août',
    'Alle 2 Jahre am 2. August',
  ],
  'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13': ['Repeats', 'Se répète', 'Wiederholt sich'],
  'FREQ=DAILY;BYHOUR=9,19;COUNT=4': ['Repeats, 4 times', 'Se répète, 4 fois', 'Wiederholt sich, 4-mal'],
}

for (const [rule, words] of Object.entries(cases))
  test(`${rule} in words`, () => assert.deepEqual(wordsOf(`RRULE:${rule}`), words))

test('dates without a rule are counted', () => {
  assert.deepEqual(wordsOf('RDATE:20270401T120000,20270402T120000'), [
    'On 3 dates',
    '3 dates au total',
    'An 3 Terminen',
  ])
})
