export const recurrence = {
  '"{line}": {part} is given twice.': '« {line} » : {part} est indiqué deux fois.',
  '"{line}": {part} is not a part of a rule.': '« {line} » : {part} n’est pas un élément de règle.',
  '"{line}": FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.':
    '« {line} » : FREQ doit valoir DAILY, WEEKLY, MONTHLY ou YEARLY.',
  '"{line}": COUNT must be a number from 1 to {maximum}.':
    '« {line} » : COUNT doit être un nombre de 1 à {maximum}.',
  '"{line}": {part} has a value that is not possible.':
    '« {line} » : la valeur de {part} n’est pas possible.',
  '"{line}": COUNT and UNTIL cannot be combined.':
    '« {line} » : COUNT et UNTIL ne peuvent pas être combinés.',
  '"{line}": {part} cannot be used with FREQ={frequency}.':
    '« {line} » : {part} ne peut pas être utilisé avec FREQ={frequency}.',
  '"{line}": numbers in BYDAY need FREQ=MONTHLY or FREQ=YEARLY, without BYWEEKNO.':
    '« {line} » : les nombres dans BYDAY exigent FREQ=MONTHLY ou FREQ=YEARLY, sans BYWEEKNO.',
  '"{line}": BYSETPOS needs another BY part.': '« {line} » : BYSETPOS exige un autre élément en BY.',
  '"{line}": at most {maximum} times a day are possible.':
    '« {line} » : {maximum} fois par jour au maximum sont possibles.',
  '"{line}": there can be only one RRULE.': '« {line} » : une seule ligne RRULE est possible.',
  '"{line}": an RRULE or RDATE is needed.': '« {line} » : une ligne RRULE ou RDATE est nécessaire.',
  '"{line}": at most {maximum} characters are possible.':
    '« {line} » : {maximum} caractères au maximum sont possibles.',
  '"{line}": there is no DTSTART; start_date is the start of the first occurrence.':
    '« {line} » : DTSTART n’existe pas ici ; start_date est le début de la première date.',
  '"{line}": end_date is the end of the first occurrence.':
    '« {line} » : la fin de la première date est indiquée par end_date.',
  '"{line}": only lines that begin with RRULE:, RDATE: or EXDATE: are possible.':
    '« {line} » : seules les lignes RRULE, RDATE et EXDATE sont possibles.',
  '"{line}": at most {maximum} dates are possible.':
    '« {line} » : {maximum} dates au maximum sont possibles.',
  '"{line}": PERIOD is not supported; all occurrences have the duration of the first.':
    '« {line} » : PERIOD n’est pas pris en charge ; toutes les dates ont la durée de la première.',
  '"{line}": "{value}" is not a date such as 20270302T190000.':
    '« {line} » : « {value} » n’est pas une date telle que 20270302T190000.',
  '"{line}": {value} lies before start_date.': '« {line} » : {value} est antérieur à start_date.',
  '"{line}": the time zone "{zone}" is not known.': '« {line} » : le fuseau horaire « {zone} » est inconnu.',
  '"{line}": this rule yields no date within a hundred years.':
    '« {line} » : cette règle ne donne aucune date en cent ans.',
  '"{line}": calendars read this rule differently; write it in another way, or list the dates with RDATE.':
    '« {line} » : cette règle n’est pas comprise de la même façon par tous les logiciels d’agenda ; formulez-la autrement ou énumérez les dates avec RDATE.',
  '"{line}": cannot be continued from {day}, which is not a date of this rule; split at one of its dates.':
    '« {line} » : cette règle ne peut pas continuer à partir du {day}, qui n’est pas l’une de ses dates ; séparez la série à l’une d’elles.',
  '"{line}": a number in BYDAY or BYSETPOS is too large for this FREQ.':
    '« {line} » : un nombre dans BYDAY ou BYSETPOS est trop grand pour ce FREQ.',
  'Every day': 'Tous les jours',
  'Every {count} days': 'Tous les {count} jours',
  'Every {days}': 'Chaque {days}',
  'Every {count} weeks on {days}': 'Toutes les {count} semaines ({days})',
  'Every month on {day}': 'Tous les mois, {day}',
  'Every {count} months on {day}': 'Tous les {count} mois, {day}',
  'the {days}': '{days}',
  'the last day': 'le dernier jour',
  'the {place} {days}': '{place} {days}',
  'Every year on {day}': 'Tous les ans, le {day}',
  'Every {count} years on {day}': 'Tous les {count} ans, le {day}',
  'Every year on {day} in {month}': 'Tous les ans en {month}, {day}',
  'Every {count} years on {day} in {month}': 'Tous les {count} ans en {month}, {day}',
  first: 'le premier',
  second: 'le deuxième',
  third: 'le troisième',
  fourth: 'le quatrième',
  fifth: 'le cinquième',
  last: 'le dernier',
  '{rule} until {date}': '{rule} jusqu’au {date}',
  '{rule}, {count} times': '{rule}, {count} fois',
  '{rule}, once': '{rule}, une fois',
  Repeats: 'Se répète',
  'On {count} date': '{count} date au total',
  'On {count} dates': '{count} dates au total',
} as const
