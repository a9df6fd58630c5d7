import { EyeOutlined } from '@ant-design/icons'
import { endpoints, type OutputOf } from '@emberwatch/contract'
import { Alert, Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { LoadFailed } from '../../../kit/list/list-states.tsx'
import { useCan } from '../../../session/me.tsx'
import './call-list.css'

const CallerPasswordsForm = lazy(() => import('./caller-passwords.form.tsx'))

const notifier = endpoints.projectNotifier
const hidden = '••••••'

interface CallerPasswordsProps {
  projectId: number
  /** Whether they can be set here; elsewhere they are only viewed, and nothing is shown if there are none. */
  editable?: true
}

/** The caller passwords of a project, hidden until a user with permission requests them; that is audited. */
export const CallerPasswords = ({ projectId, editable }: CallerPasswordsProps) => {
  const { t } = useTranslation('project-notifier')
  const can = useCan()
  const run = useRunWrite()
  const query = useCall(notifier.passwords, { projectId }, { quiet: true, enabled: can('projectNotifier:view') })
  const { data } = query
  const [seen, setSeen] = useState<{ since: string | null; words: OutputOf<typeof notifier.showPasswords> }>()
  const [busy, setBusy] = useState(false)
  // Kept as they were when the form opened, because somebody else may set them meanwhile.
  const [edited, setEdited] = useState<{ since: string | null }>()
  // A failed read must not look as if there were none.
  if (query.isError) return <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
  if (!data || (!data.password && !editable)) return null
  // Once they are replaced, what was shown no longer applies.
  const words = seen?.since === data.updatedAt ? seen.words : undefined
  const show = async () => {
    setBusy(true)
    try {
      setSeen({ since: data.updatedAt, words: await run(notifier.showPasswords, { projectId }) })
    } catch {
      // The call has shown its failure.
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="ew-caller-words" aria-label={t(($) => $.words.title)}>
      {data.password ? (
        <>
          <span>
            {fieldLabel('callerPassword')} <strong>{words?.callerPassword ?? hidden}</strong>
          </span>
          {data.duressPassword && (
            <span>
              {fieldLabel('duressPassword')} <strong>{words?.duressPassword ?? hidden}</strong>
            </span>
          )}
          {can('projectNotifier:unmask') && !words && (
            <Button size="small" loading={busy} icon={<EyeOutlined aria-hidden />} onClick={() => void show()}>
              {t(($) => $.words.show)}
            </Button>
          )}
        </>
      ) : (
        <span className="ew-muted">{t(($) => $.words.none)}</span>
      )}
      {editable && can('projectNotifier:update') && (
        <Button size="small" onClick={() => setEdited({ since: data.updatedAt })}>
          {t(($) => (data.password ? $.words.change : $.words.set))}
        </Button>
      )}
      {data.password && <small className="ew-muted">{t(($) => (data.duressPassword ? $.words.hintDuress : $.words.hint))}</small>}
      {data.setOutside && <Alert type="warning" showIcon title={t(($) => $.words.outside)} />}
      {edited && (
        <Suspense>
          <CallerPasswordsForm projectId={projectId} updatedAt={edited.since} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </section>
  )
}
