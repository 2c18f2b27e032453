import type { recurrence as french } from '../fr/recurrence.ts'

export const recurrence = {
  '"{line}": {part} is given twice.': '„{line}“: {part} ist doppelt angegeben.',
  '"{line}": {part} is not a part of a rule.': '„{line}“: {part} ist kein Bestandteil einer Regel.',
  '"{line}": FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.':
    '„{line}“: FREQ muss DAILY, WEEKLY, MONTHLY oder YEARLY sein.',
  '"{line}": COUNT must be a number from 1 to {maximum}.':
    '„{line}“: COUNT muss eine Zahl von 1 bis {maximum} sein.',
  '"{line}": {part} has a value that is not possible.': '„{line}“: Der Wert von {part} ist nicht möglich.',
  '"{line}": COUNT and UNTIL cannot be combined.': '„{line}“: COUNT und UNTIL lassen sich nicht kombinieren.',
  '"{line}": {part} cannot be used with FREQ={frequency}.':
    '„{line}“: {part} kann nicht mit FREQ={frequency} verwendet werden.',
  '"{line}": numbers in BYDAY need FREQ=MONTHLY or FREQ=YEARLY, without BYWEEKNO.':
    '„{line}“: Zahlen in BYDAY erfordern FREQ=MONTHLY oder FREQ=YEARLY ohne BYWEEKNO.',
  '"{line}": BYSETPOS needs another BY part.': '„{line}“: BYSETPOS erfordert einen weiteren BY-Bestandteil.',
  '"{line}": at most {maximum} times a day are possible.':
    '„{line}“: Möglich sind höchstens {maximum} Termine am Tag.',
  '"{line}": there can be only one RRULE.': '„{line}“: Es kann nur eine RRULE geben.',
  '"{line}": an RRULE or RDATE is needed.': '„{line}“: Eine Zeile RRULE oder RDATE ist nötig.',
  '"{line}": at most {maximum} characters are possible.':
    '„{line}“: Höchstens {maximum} Zeichen sind möglich.',
  '"{line}": there is no DTSTART; start_date is the start of the first occurrence.':
    '„{line}“: DTSTART gibt es hier nicht; start_date ist der Beginn des ersten Termins.',
  '"{line}": end_date is the end of the first occurrence.':
    '„{line}“: Das Ende des ersten Termins steht in end_date.',
  '"{line}": only lines that begin with RRULE:, RDATE: or EXDATE: are possible.':
    '„{line}“: Möglich sind nur Zeilen, die mit RRULE:, RDATE: oder EXDATE: beginnen.',
  '"{line}": at most {maximum} dates are possible.': '„{line}“: Höchstens {maximum} Daten sind möglich.',
  '"{line}": PERIOD is not supported; all occurrences have the duration of the first.':
    '„{line}“: PERIOD wird nicht unterstützt; alle Termine dauern so lange wie der erste.',
  '"{line}": "{value}" is not a date such as 20270302T190000.':
    '„{line}“: „{value}“ ist kein Datum wie 20270302T190000.',
  '"{line}": {value} lies before start_date.': '„{line}“: {value} liegt vor start_date.',
  '"{line}": the time zone "{zone}" is not known.': '„{line}“: Die Zeitzone „{zone}“ ist unbekannt.',
  '"{line}": this rule yields no date within a hundred years.':
    '„{line}“: Diese Regel ergibt in hundert Jahren kein Datum.',
  '"{line}": calendars read this rule differently; write it in another way, or list the dates with RDATE.':
    '„{line}“: Kalender verstehen diese Regel unterschiedlich; schreiben Sie sie anders oder zählen Sie die Daten mit RDATE auf.',
  '"{line}": cannot be continued from {day}, which is not a date of this rule; split at one of its dates.':
    '„{line}“: Ab {day} lässt sich diese Regel nicht fortsetzen, weil sie diesen Tag nicht ergibt; teilen Sie die Serie an einem ihrer Termine.',
  '"{line}": a number in BYDAY or BYSETPOS is too large for this FREQ.':
    '„{line}“: Eine Zahl in BYDAY oder BYSETPOS ist für dieses FREQ zu groß.',
  'Every day': 'Jeden Tag',
  'Every {count} days': 'Alle {count} Tage',
  'Every {days}': 'Jeden {days}',
  'Every {count} weeks on {days}': 'Alle {count} Wochen am {days}',
  'Every month on {day}': 'Jeden Monat {day}',
  'Every {count} months on {day}': 'Alle {count} Monate {day}',
  'the {days}': 'am {days}',
  'the last day': 'am letzten Tag',
  'the {place} {days}': 'am {place} {days}',
  'Every year on {day}': 'Jedes Jahr am {day}',
  'Every {count} years on {day}': 'Alle {count} Jahre am {day}',
  'Every year on {day} in {month}': 'Jedes Jahr {day} im {month}',
  'Every {count} years on {day} in {month}': 'Alle {count} Jahre {day} im {month}',
  first: 'ersten',
  second: 'zweiten',
  third: 'dritten',
  fourth: 'vierten',
  fifth: 'fünften',
  last: 'letzten',
  '{rule} until {date}': '{rule} bis {date}',
  '{rule}, {count} times': '{rule}, {count}-mal',
  '{rule}, once': '{rule}, einmal',
  Repeats: 'Wiederholt sich',
  'On {count} date': 'An {count} Termin',
  'On {count} dates': 'An {count} Terminen',
} as const satisfies Record<keyof typeof french, string>
