import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { useStoredInput } from '../../app/stored-input.ts'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { Page } from '../../parts/page.tsx'
import { HeardResult } from '../../parts/heard-result.tsx'
import { ListPager } from '../../parts/pager.tsx'
import { usePage } from '../../parts/parameters.ts'
import { Loading } from '../../parts/loading.tsx'
import { admin } from '../../service/service.ts'
import { roleNames } from './roles.ts'
import { NewUser, nobodyYet, type UserToAdd } from './new-user.tsx'
import { RolesTable } from './roles-table.tsx'
import { UserPanel } from './user-panel.tsx'
import { nameOf, type Account } from './account.ts'

const perPage = 50

/** The users and their roles. */
export function UsersPage() {
  const t = useWords()
  const service = useService()
  const { id } = useParams()
  const [parameters, setParameters] = useSearchParams()
  const [toAdd, setToAdd] = useStoredInput<UserToAdd>('users/new')
  const search = parameters.get('search') ?? ''
  const [page, turnTo] = usePage()
  const users = useQuery({
    queryKey: ['users', search, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      service.read<{ users: Account[] }>(admin('/users'), {
        query: { page, per_page: perPage, search: search === '' ? undefined : search },
        signal,
      }),
  })
  return (
    <Page
      title={t('Users')}
      actions={
        <Button kind="primary" icon="plus" onPress={() => setToAdd(nobodyYet())}>
          {t('Add a user')}
        </Button>
      }
    >
      <div className="columns columns--late">
        <div className="stack stack--wide">
          <input
            className="input input--dense"
            type="search"
            aria-label={t('Search users')}
            placeholder={t('Search name and e-mail')}
            defaultValue={search}
            onChange={({ target }) => setParameters(target.value === '' ? {} : { search: target.value })}
          />
          <HeardResult>{users.data?.total === 0 && t('Nothing found')}</HeardResult>
          <Loading of={users} />
          {users.isSuccess && <UsersTable users={users.data.body.users} chosen={Number(id)} />}
          {users.isSuccess && (
            <ListPager
              of={users}
              page={page}
              perPage={perPage}
              shown={users.data.body.users.length}
              onPage={turnTo}
            />
          )}
          <RolesTable />
        </div>
        <aside className="aside" aria-label={t('The chosen user')}>
          {id === undefined ? (
            <p className="quiet">
              {t('Choose a user to change the role, the password or the application passwords.')}
            </p>
          ) : (
            <UserPanel key={id} id={Number(id)} />
          )}
        </aside>
      </div>
      {toAdd && <NewUser user={toAdd} onChange={setToAdd} onClose={() => setToAdd(undefined)} />}
    </Page>
  )
}

function UsersTable({ users, chosen }: { users: readonly Account[]; chosen: number }) {
  const t = useWords()
  const [parameters] = useSearchParams()
  const query = parameters.toString()
  if (users.length === 0) return <p className="empty">{t('No users match')}</p>
  return (
    <div className="table-wrap" role="region" aria-label={t('Users')} tabIndex={0}>
      <table className="table" aria-label={t('Users')}>
        <thead>
          <tr>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t('Role')}</th>
            <th scope="col" className="wide-only">
              {t('E-mail')}
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map(({ id, username, name, role, email }) => (
            <tr key={id} aria-selected={id === chosen}>
              <th scope="row" className="break">
                <Link
                  to={`/users/${id}${query === '' ? '' : `?${query}`}`}
                  aria-current={id === chosen ? 'true' : undefined}
                >
                  {nameOf({ name, username })}
                </Link>{' '}
                {name !== '' && <span className="quiet">{username}</span>}
              </th>
              <td>{t(roleNames[role])}</td>
              <td className="wide-only break">{email}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
