import { Link } from 'react-router'
import { Icon } from '../parts/icon.tsx'
import { Page } from '../parts/page.tsx'
import { FindOrDoButton } from './find-or-do.tsx'
import { roomsFor } from './rooms.ts'
import { useSelf } from './session.tsx'
import { useWords } from './words.tsx'

/** All rooms, for phones. */
export function MorePage() {
  const t = useWords()
  const self = useSelf()
  return (
    <Page title={t('Sections')}>
      <FindOrDoButton />
      <ul className="queue">
        {roomsFor(self)
          .flatMap(({ rooms }) => rooms)
          .map(({ name, path, icon }) => (
            <li key={path}>
              <Link to={path} className="row">
                <Icon name={icon} /> {t(name)}
              </Link>
            </li>
          ))}
        <li>
          <Link to="/me" className="row">
            <Icon name="people" /> {t('My account')}
          </Link>
        </li>
      </ul>
    </Page>
  )
}
