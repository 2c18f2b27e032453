import { useParams } from 'react-router'
import { useWords } from '../../app/words.tsx'
import type { Text } from '../../locales/index.ts'
import { Button, LinkButton } from '../../parts/button.tsx'
import { useDates } from '../../parts/dates.ts'
import { Failure } from '../../parts/failure.tsx'
import { LanguageMark } from '../../parts/language-marks.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { usePage } from '../../parts/parameters.ts'
import { titleOf } from '../../parts/titles.ts'
import { Loading } from '../../parts/loading.tsx'
import { isGone } from '../../service/errors.ts'
import type { Kind } from '../../service/types.ts'
import type { Version } from '../../service/versions.ts'
import { listOf } from '../tables/left-list.ts'
import { KnownAuthors } from './author.tsx'
import { ChangedFields, FieldName, FieldValue } from './changes.tsx'
import { useHistory } from './reading.ts'
import type { Beginning } from './recurrence.tsx'
import { useRestore, type NotRestored } from './restoring.ts'

/** The history of one resource, from which any version can be restored. */

const actions: Readonly<Record<Version['action'], Text>> = {
  created: 'Created',
  updated: 'Changed',
  trashed: 'Moved to the trash',
  restored: 'Restored from the trash',
  deleted: 'Deleted permanently',
}

export function HistoryPage({ kind }: { kind: Kind }) {
  const t = useWords()
  const id = Number(useParams().id)
  const [page, turnTo] = usePage()
  const { versions, resource, beginnings } = useHistory(kind, id, page)
  const { body, pages = 1 } = versions.data ?? {}
  const list = body?.versions ?? []
  const { restore, leftOut, error } = useRestore(kind, id)
  const hasGone = isGone(resource.error)
  const title = resource.data === undefined ? '' : titleOf(resource.data.body, t.language)
  const back = hasGone
    ? { label: t('Back to the list'), to: listOf(kind) }
    : { label: t('Back to the form'), to: `/${kind}/${id}` }
  return (
    <Page
      title={hasGone ? t('History') : t('History: {title}', { title })}
      isSlim
      before={<LinkButton kind="quiet" icon="previous" {...back} />}
    >
      {error !== null && <Failure error={error} />}
      {leftOut && <LeftOut kind={kind} {...leftOut} beginning={beginnings.get(leftOut.version)} />}
      <Loading of={versions} />
      {versions.isSuccess && (
        <KnownAuthors versions={list}>
          <ol className="versions">
            {list.map((version, index) => (
              <Entry
                key={version.version}
                kind={kind}
                version={version}
                beginning={beginnings.get(version.version)}
                isCurrent={page === 1 && index === 0 && !hasGone}
                // Whether there still is something to restore is not known at first.
                onRestore={resource.isSuccess ? () => restore.mutate(version.version) : undefined}
                isBusy={restore.isPending}
              />
            ))}
          </ol>
        </KnownAuthors>
      )}
      {pages > 1 && (
        <div className="pager">
          <div className="joined">
            <Button isDisabled={page <= 1} onPress={() => turnTo(page - 1)}>
              {t('Newer versions')}
            </Button>
            <Button isDisabled={page >= pages} onPress={() => turnTo(page + 1)}>
              {t('Older versions')}
            </Button>
          </div>
        </div>
      )}
    </Page>
  )
}

function LeftOut({
  kind,
  values,
  beginning,
}: Pick<NotRestored, 'values'> & { kind: Kind; beginning: Beginning | undefined }) {
  const t = useWords()
  if (values.length === 0) return null
  return (
    <Notice tone="warn" title={t('Some of it could not be restored.')}>
      <ul>
        {values.map(({ field, value }, index) => (
          <li key={index}>
            <FieldName kind={kind} field={field} /> {/* A former password is not known. */}
            {field !== 'password' && (
              <b>
                <FieldValue field={field} value={value} beginning={beginning} />
              </b>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Entry({
  kind,
  beginning,
  version: { version, action, author_name, date_utc, language, restored_version, note, changes },
  isCurrent,
  isBusy,
  onRestore,
}: {
  kind: Kind
  version: Version
  beginning: Beginning | undefined
  isCurrent: boolean
  isBusy: boolean
  /** Undefined if nothing can be restored, because the resource was deleted permanently. */
  onRestore: (() => void) | undefined
}) {
  const t = useWords()
  const dates = useDates()
  const heading = `version-${version}`
  return (
    <li aria-labelledby={heading}>
      <div className="row row--between">
        <h2 id={heading} className="row">
          {t('Version {version}: {action}', { version, action: t(actions[action]) })}{' '}
          <LanguageMark language={language} is="done" />
        </h2>
        {isCurrent ? (
          <span className="quiet">{t('This is the current version.')}</span>
        ) : (
          action !== 'deleted' &&
          onRestore !== undefined && (
            <Button size="small" icon="undo" isBusy={isBusy} aria-describedby={heading} onPress={onRestore}>
              {t('Restore this version')}
            </Button>
          )
        )}
      </div>
      <p className="quiet">
        {author_name === '' ? t('unknown') : author_name} · {dates.moment(date_utc)}
        {restored_version !== undefined &&
          ` · ${t('restores version {version}', { version: restored_version })}`}
      </p>
      {note !== undefined && <p className="lines">{t('“{note}”', { note })}</p>}
      {Object.keys(changes).length > 0 && (
        <ChangedFields kind={kind} changes={changes} beginning={beginning} />
      )}
    </li>
  )
}
