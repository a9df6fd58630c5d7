import { type DeviceStory, endpoints, errorCatalogue, originNames, pageHref } from '@emberwatch/contract'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { Code } from '../../../kit/code.tsx'
import { MissingRecord } from '../../../kit/detail/missing-record.tsx'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { SiteZone, Time } from '../../../kit/time.tsx'
import { ScanCode } from './scan-code.tsx'
import { Story } from './story.tsx'
import '../../../kit/detail/detail.css'
import '../../../kit/list/list.css'

const productTrace = endpoints.productTrace

const Today = ({ story: { now, chain, code } }: { story: DeviceStory }) => {
  const { t } = useTranslation('product-trace')
  if (now === null) return <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.away)} />
  const facts: [label: string, value: ReactNode][] = [
    [fieldLabel('name'), now.name],
    [fieldLabel('modelName'), now.modelName],
    [fieldLabel('batch'), now.batch],
    ...originNames.flatMap((name): [string, ReactNode][] =>
      name === 'batch'
        ? []
        : [[fieldLabel(name), name === 'qcResult' && now.qcResult ? enumLabel('qcResult', now.qcResult) : now[name]]],
    ),
    [fieldLabel('companyName'), now.companyName],
    [fieldLabel('projectName'), now.projectName],
    [fieldLabel('gatewayCode'), now.gatewayCode],
    [fieldLabel('boundAt'), now.boundAt === null ? null : <Time key="boundAt" value={now.boundAt} />],
    [t(($) => $.firmware), now.firmware],
    [t(($) => $.scrapReason), now.scrapReason],
  ]
  const shown = facts.filter(([, value]) => value !== null && value !== '')
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.today)}</h2>
      <dl className="ew-described">
        {shown.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {chain.length > 1 && (
          <div data-wide="true">
            <dt>{t(($) => $.chain)}</dt>
            <dd>
              <ol className="ew-chain">
                {chain.map((link) => (
                  <li key={link.id}>
                    {link.code === code ? (
                      <strong aria-current="true">{link.code}</strong>
                    ) : (
                      <a className="ew-link" href={pageHref('traceDetail', { code: link.code })}>
                        {link.code}
                      </a>
                    )}
                  </li>
                ))}
              </ol>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** The history of a device or gateway, found by its code (`?code=`). */
export default function TraceDetailPage() {
  const { t } = useTranslation('product-trace')
  const code = usePageSearch()['code'] ?? ''
  const query = useCall(productTrace.detail, { code }, { enabled: code !== '', quiet: true })
  if (code === '') return <MissingRecord reason={t(($) => $.noCode)} />
  if (query.error instanceof ApiError && query.error.code === errorCatalogue.deviceMissing.code)
    return (
      <>
        <ScanCode key={code} />
        <MissingRecord reason={t(($) => $.missing, { code })} />
      </>
    )
  if (query.isError && query.data === undefined)
    return <LoadFailed page reason={query.error.message} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <ListSkeleton rows={8} />
  const story = query.data
  return (
    <article className="ew-detail">
      <ScanCode key={code} />
      <header className="ew-detail-head">
        <h1>
          {t(($) => $.title, { kind: story.kind === 'device' ? t(($) => $.device) : t(($) => $.gateway), code: story.code })}
        </h1>
        <Code signOnly>{story.code}</Code>
        {story.now && <StatusTag enumeration="traceState" value={story.now.traceState} />}
      </header>
      <SiteZone of={story.now ?? {}}>
        <Today story={story} />
        <section className="ew-panel">
          <h2>{t(($) => $.life)}</h2>
          <Story story={story} />
        </section>
      </SiteZone>
    </article>
  )
}
