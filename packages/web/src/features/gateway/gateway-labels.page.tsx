import { endpoints } from '@emberwatch/contract'
import { PrinterOutlined } from '@ant-design/icons'
import { Button, QRCode } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { ListSkeleton, LoadFailed } from '../../kit/list/list-states.tsx'
import { usePageSearch } from '../../kit/page-search.ts'
import { stringifySearch } from '../../kit/search-params.ts'
import { pagePaths } from '../../paths.ts'
import './gateway.css'

/** The address that a label's QR code opens: the page that registers the gateway, at this very console. */
const registerAddress = (code: string, model: string): string =>
  `${location.origin}${location.pathname}#${pagePaths.gatewayRegister}${stringifySearch({ code, model })}`

const maxLabels = 1000

/** Labels to print (`?ids=1,2`): code, model, and a QR code for whoever stands before the box. */
export default function GatewayLabelsPage() {
  const { t } = useTranslation('gateway')
  const given = (usePageSearch()['ids'] ?? '').split(',').map(Number)
  const ids = [...new Set(given)].filter((id) => Number.isInteger(id) && id > 0).slice(0, maxLabels)
  const query = useCall(endpoints.gateway.labels, { ids }, { enabled: ids.length > 0, quiet: true })
  const words = t(($) => $.labels, { returnObjects: true })
  const { data } = query
  return (
    <section className="ew-detail">
      <header className="ew-detail-head">
        <h1>{words.title}</h1>
        <span className="ew-spacer" />
        <Button href={`#${pagePaths.gatewayList}`}>{words.back}</Button>
        {data && data.length > 0 && (
          <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
            {words.print}
          </Button>
        )}
      </header>
      {ids.length === 0 ? (
        <p className="ew-empty">{words.none}</p>
      ) : query.isError ? (
        <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <ListSkeleton rows={4} />
      ) : (
        <>
          <p className="ew-gateway-note">{words.hint}</p>
          <div className="ew-labels">
            {data.map(({ id, code, name, modelName, modelCode, projectName }) => (
              <div key={id} className="ew-label">
                <QRCode
                  type="svg"
                  size={112}
                  bordered={false}
                  color="#000000"
                  bgColor="#ffffff"
                  value={registerAddress(code, modelCode)}
                  aria-label={t(($) => $.labels.qr, { code })}
                />
                <dl>
                  <dt>{code}</dt>
                  {name !== code && <dd>{name}</dd>}
                  <dd>{modelName}</dd>
                  {projectName !== null && <dd>{projectName}</dd>}
                </dl>
              </div>
            ))}
          </div>
        </>
      )}
    </section>
  )
}
