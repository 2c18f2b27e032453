import Type, { type TSchema } from '../../resources/json-schema.ts'
import { address, flag, id, moment, schemaOf, text } from '../../resources/representation.ts'
import { roles } from '../../identity/roles.ts'

/** Users and their application passwords as they are answered (contract §14). */

const userFields = {
  id: id('Id of the user'),
  username: text('Name to sign in with'),
  name: text('Name of the person or program'),
  email: text('E-mail address; empty if nobody said one'),
  role: Type.Enum([...roles], { description: 'What the user may do' }),
  registered_utc: moment('When the user was made, in UTC'),
}

const capabilities = Type.Object(
  {
    create_events: flag('May create events, venues and organizers'),
    publish: flag('May publish'),
    edit_others: flag('May edit what others wrote'),
    manage_categories: flag('May create, update and delete categories'),
    manage_tags: flag('May create, update and delete tags'),
    upload_media: flag('May give images'),
    manage_users: flag('May create, update and delete users'),
  },
  { description: 'The rights of the user' },
)

const passwordNames = {
  uuid: text('Unique identifier of the application password'),
  name: text('What the password is for'),
}

const passwordTimes = {
  created_utc: moment('When it was made, in UTC'),
  expires_utc: Type.Optional(moment('When it ends, in UTC; absent if never')),
}

export const identityAnswers: Readonly<Record<string, TSchema>> = {
  user: Type.Object(userFields, { description: 'A user' }),
  self: Type.Object({ ...userFields, capabilities }, { description: 'The user who asks' }),
  userList: Type.Object(
    {
      users: Type.Array(schemaOf('user'), { description: 'The items of the page' }),
      rest_url: address('Address of this page, with every parameter in effect'),
      next_rest_url: Type.Optional(address('Address of the next page; absent on the last')),
      previous_rest_url: Type.Optional(address('Address of the page before; absent on the first')),
      total: Type.Integer({ description: 'How many items match', minimum: 0 }),
      total_pages: Type.Integer({ description: 'How many pages they fill', minimum: 0 }),
    },
    { description: 'One page of a list' },
  ),
  applicationPassword: Type.Object(
    { ...passwordNames, ...passwordTimes },
    { description: 'An application password, without its secrets' },
  ),
  issuedApplicationPassword: Type.Object(
    {
      ...passwordNames,
      password: text('The password, shown this once'),
      token: text('The token for Bearer, shown this once'),
      ...passwordTimes,
    },
    { description: 'An application password that was just made' },
  ),
  applicationPasswordList: Type.Object(
    { application_passwords: Type.Array(schemaOf('applicationPassword'), { description: 'All of them' }) },
    { description: 'The application passwords of a user' },
  ),
}
