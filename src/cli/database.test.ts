import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createDatabase } from '../../test/postgres.ts'
import { Program } from '../../test/program.ts'

const programs: Program[] = []
after(() => programs.forEach((program) => program.remove()))

const freshProgram = () => {
  const program = new Program()
  programs.push(program)
  return program
}

/** Commands that require existing data. */
const commands: readonly (readonly string[])[] = [
  ['check'],
  ['check', '--repair'],
  ['migrate', '--dry-run'],
  ['user', 'list'],
  ['user', 'role', 'maria', 'editor'],
  ['user', 'password', 'maria'],
  ['user', 'passwords', 'maria'],
  ['user', 'revoke', 'maria', 'phone'],
  ['user', 'remove', 'maria'],
]

for (const command of commands)
  test(`calends ${command.join(' ')} says that there is no database, and creates nothing`, async () => {
    const program = freshProgram()

    const { code, stdout, stderr } = await program.run(command)

    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^The database file \S+\/data\/calends\.db does not exist\. [^\n]+\n$/)
    assert.deepEqual(readdirSync(program.folder), [])
  })

test('a mistyped database URL does not create a new database', async () => {
  const program = freshProgram()
  await program.run(['migrate'])

  const { code, stderr } = await program.run(['check', '--database-url', 'sqlite:data/calend.db'])

  assert.equal(code, 1)
  assert.match(stderr, /data\/calend\.db does not exist/)
  assert.equal(existsSync(join(program.folder, 'data/calend.db')), false)
})

test('the first user may be added before the first start', async () => {
  const program = freshProgram()

  const added = await program.run(['user', 'add', 'boss', '--role', 'administrator'])
  const listed = await program.run(['user', 'list'])

  assert.deepEqual([added.code, listed.code], [0, 0])
  assert.match(listed.stdout, /boss/)
})

test(
  'an empty PostgreSQL database gets no tables from a command that only reads',
  process.env.TEST_POSTGRES_URL === undefined ? { skip: 'TEST_POSTGRES_URL is not set' } : {},
  async () => {
    const { url, drop } = await createDatabase(process.env.TEST_POSTGRES_URL!)
    const program = freshProgram()

    const listed = await program.run(['user', 'list'], { DATABASE_URL: url })
    const planned = await program.run(['migrate', '--dry-run'], { DATABASE_URL: url })
    await drop()

    assert.deepEqual(
      [listed.code, listed.stderr],
      [1, 'The database is empty; calends migrate creates its tables.\n'],
    )
    assert.deepEqual([planned.code, planned.stdout.split('\n')[0]], [0, '0001-resources'])
  },
)
