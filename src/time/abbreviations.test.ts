import assert from 'node:assert/strict'
import { test } from 'node:test'
import { abbreviation } from './index.ts'

// In the past, because rules of the future differ between versions of Node.js.
const january = Date.parse('2025-01-10T12:00:00Z') / 1000
const july = Date.parse('2025-07-10T12:00:00Z') / 1000

const expected: Record<string, [string, string]> = {
  'Europe/Paris': ['CET', 'CEST'],
  'Europe/London': ['GMT', 'BST'],
  'Europe/Jersey': ['GMT', 'BST'],
  'Europe/Dublin': ['GMT', 'IST'],
  'Europe/Lisbon': ['WET', 'WEST'],
  'Europe/Athens': ['EET', 'EEST'],
  'Europe/Moscow': ['MSK', 'MSK'],
  'Europe/Minsk': ['+03', '+03'],
  'Europe/Istanbul': ['+03', '+03'],
  'America/New_York': ['EST', 'EDT'],
  'US/Eastern': ['EST', 'EDT'],
  'America/Phoenix': ['MST', 'MST'],
  'America/St_Johns': ['NST', 'NDT'],
  'America/Sao_Paulo': ['-03', '-03'],
  'Pacific/Honolulu': ['HST', 'HST'],
  'Asia/Tokyo': ['JST', 'JST'],
  'Asia/Seoul': ['KST', 'KST'],
  'Asia/Hong_Kong': ['HKT', 'HKT'],
  'Asia/Shanghai': ['CST', 'CST'],
  'Asia/Karachi': ['PKT', 'PKT'],
  'Asia/Jakarta': ['WIB', 'WIB'],
  'Asia/Manila': ['PST', 'PST'],
  'Asia/Kolkata': ['IST', 'IST'],
  'Asia/Colombo': ['+0530', '+0530'],
  'Asia/Kathmandu': ['+0545', '+0545'],
  'Africa/Johannesburg': ['SAST', 'SAST'],
  'Africa/Casablanca': ['+01', '+01'],
  'Australia/Sydney': ['AEDT', 'AEST'],
  'Australia/Lord_Howe': ['+11', '+1030'],
  'Pacific/Auckland': ['NZDT', 'NZST'],
  'Etc/GMT+5': ['-05', '-05'],
  GMT: ['GMT', 'GMT'],
  'Etc/UTC': ['UTC', 'UTC'],
  UTC: ['UTC', 'UTC'],
  'UTC+2': ['UTC+2', 'UTC+2'],
  '+02:00': ['+02:00', '+02:00'],
}

for (const [zone, [winter, summer]] of Object.entries(expected)) {
  test(`${zone} is ${winter} in January and ${summer} in July`, () => {
    assert.equal(abbreviation(january, zone), winter)
    assert.equal(abbreviation(july, zone), summer)
  })
}

test('the abbreviation changes at the second at which the clocks do', () => {
  const change = Date.parse('2027-03-28T01:00:00Z') / 1000
  assert.equal(abbreviation(change - 1, 'Europe/Paris'), 'CET')
  assert.equal(abbreviation(change, 'Europe/Paris'), 'CEST')
})

test('every zone has an abbreviation of few letters or an offset', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    assert.match(abbreviation(july, zone), /^([A-Z][A-Za-z]{2,4}|[+-]\d\d(\d\d)?)$/, zone)
  }
})
