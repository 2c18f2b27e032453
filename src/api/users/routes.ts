import type { Db } from '../../store/sql/db.ts'
import { routeOf, type Operation, type Route } from '../operation.ts'
import { updatesOf } from '../update-methods.ts'
import type { Parameters } from '../../resources/parameter.ts'
import type { CredentialVerifier } from '../../identity/credential-verifier.ts'
import {
  passwordFields,
  passwordPath,
  userFields,
  listUserNamesParameters,
  listUsersParameters,
  userPath,
  deleteUserParameters,
  updateUserFields,
} from './parameters.ts'
import { createPassword, listPasswords, removePassword } from './password-operations.ts'
import type { RandomBytes } from '../../identity/secrets.ts'
import {
  createNewUser,
  listAllUsers,
  listUserNames,
  readSelf,
  readUser,
  removeExistingUser,
  updateExistingUser,
} from './user-operations.ts'

/** Dependencies of the user and password operations. */
export interface Identity {
  readonly db: Db
  readonly random: RandomBytes
  readonly credentialVerifier: Pick<CredentialVerifier, 'clearCache'>
}

const usersRoute = (identity: Identity): Route =>
  routeOf(
    '/users',
    {
      method: 'GET',
      operationId: 'listUsers',
      summary: 'List users',
      parameters: listUsersParameters,
      responseSchema: 'userList',
      run: (request) => listAllUsers(identity, request),
    },
    {
      method: 'POST',
      operationId: 'createUser',
      summary: 'Create a user',
      parameters: userFields,
      responseSchema: 'user',
      success: 201,
      run: (request) => createNewUser(identity, request),
    },
  )

const userNamesRoute = (identity: Identity): Route =>
  routeOf('/users/names', {
    method: 'GET',
    operationId: 'listUserNames',
    summary: 'List the names of users',
    parameters: listUserNamesParameters,
    responseSchema: 'userNameList',
    problems: ['rest_forbidden'],
    run: (request) => listUserNames(identity, request),
  })

/** The updates of a user by ID, and of the caller. */
const updates = (identity: Identity, path: Parameters, suffix: string): Operation[] =>
  updatesOf(`User${suffix}`, {
    summary: 'Update a user',
    path,
    parameters: updateUserFields,
    responseSchema: 'user',
    run: (request) => updateExistingUser(identity, request),
  })

const userRoute = (identity: Identity): Route =>
  routeOf(
    '/users/{id}',
    {
      method: 'GET',
      operationId: 'readUser',
      summary: 'Read a user',
      path: userPath,
      parameters: {},
      responseSchema: 'user',
      run: (request) => readUser(identity, request),
    },
    ...updates(identity, userPath, ''),
    {
      method: 'DELETE',
      operationId: 'deleteUser',
      summary: 'Delete a user',
      path: userPath,
      parameters: deleteUserParameters,
      responseSchema: 'user',
      run: (request) => removeExistingUser(identity, request),
    },
  )

const selfRoute = (identity: Identity): Route =>
  routeOf(
    '/users/me',
    {
      method: 'GET',
      operationId: 'readSelf',
      summary: 'Read the authenticated user and their permissions',
      parameters: {},
      responseSchema: 'self',
      run: (request) => readSelf(identity, request),
    },
    ...updates(identity, {}, 'Self'),
  )

const passwordsRoute = (identity: Identity, user: string, path: Parameters, suffix: string): Route =>
  routeOf(
    `/users/${user}/application-passwords`,
    {
      method: 'GET',
      operationId: `listApplicationPasswords${suffix}`,
      summary: 'List the application passwords of a user',
      path,
      parameters: {},
      responseSchema: 'applicationPasswordList',
      run: (request) => listPasswords(identity, request),
    },
    {
      method: 'POST',
      operationId: `createApplicationPassword${suffix}`,
      summary: 'Create an application password and its token',
      path,
      parameters: passwordFields,
      responseSchema: 'issuedApplicationPassword',
      success: 201,
      run: (request) => createPassword(identity, request),
    },
  )

const passwordRoute = (identity: Identity, user: string, path: Parameters, suffix: string): Route =>
  routeOf(`/users/${user}/application-passwords/{uuid}`, {
    method: 'DELETE',
    operationId: `deleteApplicationPassword${suffix}`,
    summary: 'Delete an application password and its token',
    path: { ...path, ...passwordPath },
    parameters: {},
    responseSchema: 'applicationPassword',
    run: (request) => removePassword(identity, request),
  })

/** Users and their application passwords, below `cal/admin/v1`; `me` is the caller (interface: Users). */
export const identityRoutes = (identity: Identity): Route[] => [
  usersRoute(identity),
  userNamesRoute(identity),
  selfRoute(identity),
  userRoute(identity),
  ...[
    { user: 'me', path: {}, suffix: 'Self' },
    { user: '{id}', path: userPath, suffix: '' },
  ].flatMap(({ user, path, suffix }) => [
    passwordsRoute(identity, user, path, suffix),
    passwordRoute(identity, user, path, suffix),
  ]),
]
