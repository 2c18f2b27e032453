import { useWords } from '../../app/words.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import type { Role } from '../../service/types.ts'
import { roleNames } from './roles.ts'

const columns = ['Own events', 'Publish', 'Others’ events', 'Categories', 'Users, settings'] as const

/** The permissions of each role, one flag per column (interface: Roles). */
const rights: readonly (readonly [Role, readonly boolean[]])[] = [
  ['contributor', [true, false, false, false, false]],
  ['author', [true, true, false, true, false]],
  ['editor', [true, true, true, true, false]],
  ['administrator', [true, true, true, true, true]],
]

export function RolesTable() {
  const t = useWords()
  return (
    <section className="stack" aria-labelledby="roles">
      <h2 id="roles">{t('What each role can do')}</h2>
      <DataTable label={t('Role')} columns={[t('Role'), ...columns.map((column) => t(column))]}>
        {rights.map(([role, may]) => (
          <tr key={role}>
            <th scope="row">{t(roleNames[role])}</th>
            {may.map((isAllowed, column) => (
              <td key={column}>
                {isAllowed ? (
                  <span className="state" data-state="publish">
                    <Icon name="check" />
                    {t('yes')}
                  </span>
                ) : (
                  <span className="quiet">{t('no')}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </section>
  )
}
