import { useTranslation } from 'react-i18next'
import { forgetExport, saveExport, useExports } from './export-jobs.ts'

/** The exports under way, and those done, in a corner of the screen. */
export const ExportTray = () => {
  const { t } = useTranslation('kit')
  const jobs = useExports((state) => state.jobs)
  if (jobs.length === 0) return null
  return (
    <section className="ew-tray" aria-label={t(($) => $.export.title)}>
      {jobs.map((job) => {
        const { state, done, total, fileName } = job.progress
        return (
          <div key={job.id} className="ew-tray-job">
            <span role="status">
              {state === 'waiting' && t(($) => $.export.started)}
              {state === 'running' && t(($) => $.export.progress, { done, total })}
              {state === 'failed' && t(($) => $.export.failed)}
              {state === 'done' && (
                <button type="button" className="ew-plain ew-link" onClick={() => void saveExport(job)}>
                  {t(($) => $.export.done, { name: fileName ?? '' })}
                </button>
              )}
            </span>
            {(state === 'waiting' || state === 'running') && (
              <progress aria-label={t(($) => $.export.title)} max={total || 1} {...(total > 0 ? { value: done } : {})} />
            )}
            {(state === 'done' || state === 'failed') && (
              <button type="button" className="ew-plain" aria-label={t(($) => $.close)} onClick={() => forgetExport(job.id)}>
                ×
              </button>
            )}
          </div>
        )
      })}
    </section>
  )
}
