import { settings as declarations } from '../../config.ts'
import type { SettingInEffect, SettingsInEffect, StoredSettings } from '../../config/in-effect.ts'
import type { Changeable, Setting } from '../../config/settings.ts'
import { ValidationError } from '../../errors.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import type { Caller } from '../../identity/roles.ts'
import { translate } from '../../locales/index.ts'
import { forUpdate, refuse, type Parameter, type Values } from '../../resources/parameter.ts'
import { between, kind, readFlag, readInteger, readText } from '../../resources/parameter-types.ts'
import type { Db } from '../../store/sql/db.ts'
import { inTransaction, type Trx } from '../../store/sql/write-queue.ts'
import { readStoredSettings, storeSettings } from '../../store/stored-settings.ts'
import { documentationLanguage } from '../language.ts'
import { routeOf, type OperationRequest, type OperationResult, type Route } from '../operation.ts'
import { requireMatch } from '../preconditions.ts'
import { requireParameters, throwIfInvalid } from '../steps.ts'
import { updatesOf } from '../update-methods.ts'
import { requireAdministrator } from '../users/user-access.ts'

/**
 * The settings of the service: administrators see all of them, and can change some at run time (interface: Settings).
 */

interface SettingAccess {
  readonly db: Db
  readonly settings: SettingsInEffect
}

/** Large enough for a picture; each setting has a limit of its own. */
const maxCharacters = 300_000

/** Maps the placeholders in a message about URL templates to themselves, so that they are shown literally. */
const placeholdersIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([place, name]) => [name!, place]))

/** Converts a value to the form used in the environment, so that one parser handles both. */
function readValue({ type, minimum, maximum, fault, read }: Changeable, value: unknown): string {
  if (type === 'integer') return String(between(readInteger(value), minimum, maximum))
  if (type === 'boolean') return readFlag(value) ? 'on' : 'off'
  const text = readText(value, maxCharacters)
  return read(text) === undefined ? refuse('rest_invalid_setting', fault, placeholdersIn(fault)) : text
}

const jsonTypes = { integer: 'integer', boolean: 'boolean', color: 'string', image: 'string' } as const

function parameterOf(setting: Changeable): Parameter<string> {
  const { type, description, minimum, maximum } = setting
  const bounds = {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  }
  return kind({ type: type ? jsonTypes[type] : 'string', description, ...bounds }, (value) =>
    readValue(setting, value),
  )
}

const fields = forUpdate(
  Object.fromEntries(
    Object.values<Setting>(declarations).flatMap(({ name, changeable }) =>
      changeable === undefined ? [] : [[name, parameterOf(changeable)]],
    ),
  ),
)

type Changes = Values<typeof fields>

function present({ key, name, value, origin, isOpen }: SettingInEffect, language: string) {
  const { changeable } = declarations[key]
  if (changeable === undefined) return { name, value, origin, changeable: false }
  const { type = 'text', description, minimum, maximum } = changeable
  return {
    name,
    value,
    origin,
    changeable: isOpen,
    type,
    description: translate(description, language),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  }
}

/** Represents the settings, with descriptions in the reader's language. */
function represent({ settings }: SettingAccess, stored: StoredSettings, request: OperationRequest) {
  const language = documentationLanguage(undefined, request)
  return { body: { settings: settings.describe(stored).map((one) => present(one, language)) }, language }
}

async function readSettings(access: SettingAccess, request: OperationRequest): Promise<OperationResult> {
  requireAdministrator(request.caller)
  return { ...represent(access, await readStoredSettings(access.db), request), variesByLanguage: true }
}

/** Ignores values that are already in effect. */
function changesOf({ settings }: SettingAccess, stored: StoredSettings, values: Changes) {
  const known = new Map(settings.describe(stored).map((one) => [one.name, one]))
  return new Map(
    Object.entries(values).filter(([name, value]) =>
      value == null ? stored.has(name) : value !== known.get(name)!.value,
    ) as [string, string | null][],
  )
}

/** Settings made by the operator cannot be changed, and the page size must not exceed its maximum. */
function check(
  { settings }: SettingAccess,
  changes: ReadonlyMap<string, string | null>,
  next: StoredSettings,
) {
  const errors = new Map<string, ValidationError>()
  for (const { name, origin, isOpen } of settings.describe(next))
    if (changes.get(name) != null && !isOpen)
      errors.set(
        name,
        ValidationError.of('rest_fixed_setting', 'Is set by the operator ({origin}).', { origin }),
      )
  const { name } = declarations.perPage
  const { maxPerPage: maximum } = settings.with(next)
  if (Number(changes.get(name) ?? 0) > maximum)
    errors.set(name, ValidationError.of('rest_out_of_bounds', 'Must be {maximum} or less.', { maximum }))
  throwIfInvalid(errors)
}

function merge(stored: StoredSettings, changes: ReadonlyMap<string, string | null>): StoredSettings {
  const all = [...new Map<string, string | null>([...stored, ...changes])]
  return new Map(all.filter((one): one is [string, string] => one[1] !== null))
}

async function change(
  access: SettingAccess,
  trx: Trx,
  values: Changes,
  request: OperationRequest & { readonly caller: Caller },
): Promise<StoredSettings> {
  const { caller: by, address, now } = request
  const stored = await readStoredSettings(trx)
  const { body, language } = represent(access, stored, request)
  requireMatch(request, body, language)
  const changes = changesOf(access, stored, values)
  const next = merge(stored, changes)
  check(access, changes, next)
  if (changes.size > 0) await storeSettings(trx, changes)
  for (const name of changes.keys()) {
    const target = { kind: 'setting', id: 0, name }
    await recordAudit(trx, { action: 'setting-changed', by, target, address, now })
  }
  return next
}

async function updateSettings(access: SettingAccess, request: OperationRequest): Promise<OperationResult> {
  const values = requireParameters(fields, request)
  const { caller } = request
  requireAdministrator(caller)
  const stored = await inTransaction(access.db, (trx) => change(access, trx, values, { ...request, caller }))
  return { ...represent(access, stored, request), variesByLanguage: true }
}

export const settingRoutes = (access: SettingAccess): Route[] => [
  routeOf(
    '/settings',
    {
      method: 'GET',
      operationId: 'readSettings',
      summary: 'Read the settings',
      parameters: {},
      responseSchema: 'settingList',
      problems: ['rest_forbidden'],
      run: (request) => readSettings(access, request),
    },
    ...updatesOf('Settings', {
      summary: 'Change settings',
      parameters: fields,
      responseSchema: 'settingList',
      problems: ['rest_forbidden', 'rest_precondition_failed'],
      isAction: true,
      run: (request) => updateSettings(access, request),
    }),
  ),
]
