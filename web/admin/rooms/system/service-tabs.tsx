import { NavLink } from 'react-router'
import { useWords } from '../../app/words.tsx'

/** Tabs of the three rooms about the service itself. */
export function ServiceTabs() {
  const t = useWords()
  return (
    <nav className="tabs tabs--plain" aria-label={t('Service')}>
      <NavLink to="/settings">{t('Settings')}</NavLink>
      <NavLink to="/system">{t('System')}</NavLink>
      <NavLink to="/log">{t('Audit log')}</NavLink>
    </nav>
  )
}
