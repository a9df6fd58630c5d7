import type { HandOverPreview } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'

const countNames = [
  'companies',
  'accounts',
  'customers',
  'projects',
  'gateways',
  'devices',
  'openAlarms',
  'alarms',
  'faults',
  'orders',
] as const

/** What a hand-over would move and change, or why it would be refused. */
export const Preview = ({ preview, error }: { preview: HandOverPreview | undefined; error: string | undefined }) => {
  const { t } = useTranslation('hand-over')
  if (error !== undefined) return <Alert type="error" showIcon title={error} />
  if (!preview) return <p className="ew-muted">{t(($) => $.choose)}</p>
  const { from, to, counts, refusals, effects } = preview
  return (
    <section aria-live="polite">
      <p>{t(($) => $.fromTo, { from, to })}</p>
      {refusals.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t(($) => $.refused)}
          description={
            <ul>
              {refusals.map((refusal) => (
                <li key={refusal}>{refusal}</li>
              ))}
            </ul>
          }
        />
      )}

      <p>
        {countNames
          .flatMap((name) => (counts[name] === undefined ? [] : [t(($) => $.counts[name], { count: counts[name] })]))
          .join(' · ')}
      </p>
      <strong>{t(($) => $.effects)}</strong>
      <ul>
        {[t(($) => $.atOnce), ...effects].map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </section>
  )
}
