import { routeOf, type Operation, type Route } from '../operation.ts'
import { userPath } from '../users/parameters.ts'
import {
  changePassword,
  createLink,
  createSession,
  deleteSession,
  readSession,
  sendLink,
  sendLinkTo,
  setPassword,
  type SessionAccess,
} from './operations.ts'
import { changePasswordFields, linkFields, newPasswordFields, signInFields } from './parameters.ts'

/** Fields for signing in and for passwords are short. */
const maxAnonymousBody = 16 * 1024

const sessionOperations = (access: SessionAccess): Operation[] => [
  {
    method: 'GET',
    operationId: 'readSession',
    summary: 'Read the session',
    parameters: {},
    responseSchema: 'session',
    run: (request) => readSession(access, request),
  },
  {
    method: 'POST',
    operationId: 'createSession',
    summary: 'Sign in',
    parameters: signInFields,
    responseSchema: 'session',
    success: 201,
    isOpen: true,
    signsIn: true,
    maxAnonymousBody,
    run: (request) => createSession(access, request),
  },
  {
    method: 'DELETE',
    operationId: 'deleteSession',
    summary: 'Sign out',
    parameters: {},
    responseSchema: 'session',
    run: (request) => deleteSession(access, request),
  },
]

/** Available only if e-mail is configured. */
const mailRoutes = (access: SessionAccess): Route[] => [
  routeOf('/session/links', {
    method: 'POST',
    operationId: 'sendLink',
    summary: 'Send a link to set a password',
    parameters: linkFields,
    responseSchema: 'sentMail',
    success: 202,
    isAction: true,
    isOpen: true,
    maxAnonymousBody,
    run: (request) => sendLink(access, request),
  }),
  routeOf('/users/{id}/password-link/mail', {
    method: 'POST',
    operationId: 'sendPasswordLink',
    summary: 'Send a link to set a password',
    path: userPath,
    parameters: {},
    responseSchema: 'sentMail',
    problems: ['rest_forbidden', 'rest-user-not-found'],
    success: 202,
    isAction: true,
    run: (request) => sendLinkTo(access, request),
  }),
]

/** Sessions and personal passwords, below `cal/admin/v1` (interface: Sessions). */
export const sessionRoutes = (access: SessionAccess): Route[] => [
  routeOf('/session', ...sessionOperations(access)),
  ...(access.mail === undefined ? [] : mailRoutes(access)),
  routeOf('/password', {
    method: 'POST',
    operationId: 'setPassword',
    summary: 'Set a password by a link',
    parameters: newPasswordFields,
    responseSchema: 'user',
    isAction: true,
    isOpen: true,
    maxAnonymousBody,
    run: (request) => setPassword(access, request),
  }),
  routeOf('/users/me/password', {
    method: 'POST',
    operationId: 'changePassword',
    summary: 'Change one’s own password',
    parameters: changePasswordFields,
    responseSchema: 'user',
    isAction: true,
    run: (request) => changePassword(access, request),
  }),
  routeOf('/users/{id}/password-link', {
    method: 'POST',
    operationId: 'createPasswordLink',
    summary: 'Create a link to set a password',
    path: userPath,
    parameters: {},
    responseSchema: 'passwordLink',
    problems: ['rest_forbidden', 'rest-user-not-found'],
    success: 201,
    run: (request) => createLink(access, request),
  }),
]
