import { test } from 'node:test'
import { checkAgainst } from '../../../test/schemas.ts'
import { onEachDatabase } from '../../../test/service.ts'
import { identitySchemas } from './schemas.ts'

const check = checkAgainst(identitySchemas)

onEachDatabase((service) => {
  test('users and their passwords are represented as the published schemas describe', async () => {
    const users = '//cal/admin/v1/users'
    const made = await service.post(users, { username: 'maria', role: 'author', email: 'maria@example.org' })
    const passwords = `${users}/${made.body.id}/application-passwords`
    const issued = await service.post(passwords, { name: 'Import', expires: '2027-01-01' })

    check('user', made.body)
    check('issuedApplicationPassword', issued.body)
    check('self', (await service.request('GET', `${users}/me`)).body)
    check('userList', (await service.request('GET', `${users}?per_page=1`)).body)
    check('userNameList', (await service.request('GET', `${users}/names?per_page=1`)).body)
    check('applicationPasswordList', (await service.request('GET', passwords)).body)
    check('applicationPassword', (await service.delete(`${passwords}/${issued.body.uuid}`)).body)
    check('user', (await service.delete(`${users}/${made.body.id}`)).body)
  })
})
