import type { Db } from '../../store/sql/db.ts'
import type { Operation, Route } from '../operation.ts'
import type { Parameters } from '../../resources/parameter.ts'
import type { Credentials } from '../../identity/credentials.ts'
import {
  passwordFields,
  passwordPath,
  userFields,
  userList,
  userPath,
  userRemoval,
  userUpdate,
} from './parameters.ts'
import { createPassword, listPasswords, removePassword } from './password-operations.ts'
import type { RandomBytes } from '../../identity/secrets.ts'
import {
  createNewUser,
  listAllUsers,
  readSelf,
  readUser,
  removeExistingUser,
  updateExistingUser,
} from './user-operations.ts'

/** What the operations on users and passwords work with. */
export interface Identity {
  readonly db: Db
  readonly random: RandomBytes
  readonly credentials: Pick<Credentials, 'forget'>
}

const usersRoute = (identity: Identity): Route => ({
  pattern: '/users',
  operations: [
    {
      method: 'GET',
      name: 'listUsers',
      summary: 'List users',
      parameters: userList,
      answer: 'userList',
      run: (asked) => listAllUsers(identity, asked),
    },
    {
      method: 'POST',
      name: 'createUser',
      summary: 'Create a user',
      parameters: userFields,
      answer: 'user',
      success: 201,
      run: (asked) => createNewUser(identity, asked),
    },
  ],
})

/** An update by any of three methods: the same by id and for oneself. */
const updates = (identity: Identity, path: Parameters, suffix: string): Operation[] =>
  (
    [
      ['POST', 'updateUser'],
      ['PUT', 'replaceUser'],
      ['PATCH', 'patchUser'],
    ] as const
  ).map(([method, name]) => ({
    method,
    name: `${name}${suffix}`,
    summary: 'Update a user',
    path,
    parameters: userUpdate,
    answer: 'user',
    run: (asked) => updateExistingUser(identity, asked),
  }))

const userRoute = (identity: Identity): Route => ({
  pattern: '/users/{id}',
  operations: [
    {
      method: 'GET',
      name: 'readUser',
      summary: 'Read a user',
      path: userPath,
      parameters: {},
      answer: 'user',
      run: (asked) => readUser(identity, asked),
    },
    ...updates(identity, userPath, ''),
    {
      method: 'DELETE',
      name: 'deleteUser',
      summary: 'Delete a user',
      path: userPath,
      parameters: userRemoval,
      answer: 'user',
      run: (asked) => removeExistingUser(identity, asked),
    },
  ],
})

const selfRoute = (identity: Identity): Route => ({
  pattern: '/users/me',
  operations: [
    {
      method: 'GET',
      name: 'readSelf',
      summary: 'Read the user who asks, with the rights they have',
      parameters: {},
      answer: 'self',
      run: (asked) => readSelf(identity, asked),
    },
    ...updates(identity, {}, 'Self'),
  ],
})

const passwordsRoute = (identity: Identity, user: string, path: Parameters, suffix: string): Route => ({
  pattern: `/users/${user}/application-passwords`,
  operations: [
    {
      method: 'GET',
      name: `listApplicationPasswords${suffix}`,
      summary: 'List the application passwords of a user',
      path,
      parameters: {},
      answer: 'applicationPasswordList',
      run: (asked) => listPasswords(identity, asked),
    },
    {
      method: 'POST',
      name: `createApplicationPassword${suffix}`,
      summary: 'Create an application password and its token',
      path,
      parameters: passwordFields,
      answer: 'issuedApplicationPassword',
      success: 201,
      run: (asked) => createPassword(identity, asked),
    },
  ],
})

const passwordRoute = (identity: Identity, user: string, path: Parameters, suffix: string): Route => ({
  pattern: `/users/${user}/application-passwords/{uuid}`,
  operations: [
    {
      method: 'DELETE',
      name: `deleteApplicationPassword${suffix}`,
      summary: 'Delete an application password and its token',
      path: { ...path, ...passwordPath },
      parameters: {},
      answer: 'applicationPassword',
      run: (asked) => removePassword(identity, asked),
    },
  ],
})

/** Users and their application passwords, below `cal/admin/v1`; `me` stands for whoever asks (contract §14). */
export const identityRoutes = (identity: Identity): Route[] => [
  usersRoute(identity),
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
