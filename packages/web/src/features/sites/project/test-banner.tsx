import { endpoints, pageHref } from '@emberwatch/contract'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { formatInZone } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { useCan } from '../../../session/me.tsx'
import './project.css'

const project = endpoints.project
/** Live events report every test that starts or ends; one that was planned ahead starts by the clock. */
const refetchMs = 60_000

/** Above every page: what is on test and so calls nobody, and until when. */
export const TestBanner = () => {
  const { t } = useTranslation('project')
  const can = useCan()
  const now = useNow()
  const { data } = useCall(project.onTest, {}, { quiet: true, staleTime: 30_000, refetchInterval: refetchMs })
  // A test ends by the clock, whether or not an answer has reported it yet.
  const running = (data?.list ?? []).filter(({ toAt }) => Date.parse(toAt) > now)
  const place = document.getElementById('notices')
  if (running.length === 0 || !data || !place) return null
  return createPortal(
    <section className="ew-test-banner" aria-label={t(($) => $.banner.title)}>
      <strong>
        <span aria-hidden>◐</span> {t(($) => $.banner.title)}
        {data.total > data.list.length && ` (${t(($) => $.banner.more, { count: data.total })})`}
      </strong>
      <ul>
        {running.map(({ id, projectId, projectName, whole, toAt, timeZone }) => {
          const what = { name: projectName, until: formatInZone(toAt, timeZone) }
          const words = whole ? t(($) => $.banner.whole, what) : t(($) => $.banner.part, what)
          return (
            <li key={id}>
              {can('project:view') ? <a href={pageHref('projectDetail', { id: projectId, tab: 'tests' })}>{words}</a> : words}
            </li>
          )
        })}
      </ul>
    </section>,
    place,
  )
}
