import type { CompanyRow, endpoints, OutputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { confirm } from '../../../kit/confirm.ts'
import type { CompanyKindFacts } from './company-kind.ts'
import './company.css'

const order = ['companies', 'accounts', 'sessions', 'projects', 'devices', 'openOrders', 'openAlarms'] as const

interface StopsProps {
  stops: OutputOf<typeof endpoints.distributor.stops>
  hint: string
}

/** What stops, and what continues (domain.md, "Companies and scope"). */
const Stops = ({ stops, hint }: StopsProps) => {
  const { t } = useTranslation('company')
  return (
    <>
      <p>{hint}</p>
      <dl className="ew-stops">
        {order.map((what) => (
          <div key={what}>
            <dt>{t(($) => $.disable.stops[what])}</dt>
            <dd>{stops[what].toLocaleString()}</dd>
          </div>
        ))}
      </dl>
      <p className="ew-muted">{t(($) => $.disable.goesOn)}</p>
    </>
  )
}

/** Shows what stops when a company is disabled, and asks for confirmation. */
export const useConfirmStops = ({ calls }: CompanyKindFacts) => {
  const { t } = useTranslation('company')
  const kit = useTranslation('kit').t
  return async ({ id, name }: Pick<CompanyRow, 'id' | 'name'>): Promise<boolean> => {
    const stops = await call(calls.stops, { id })
    return confirm({
      title: t(($) => $.disable.title, { name }),
      content: <Stops stops={stops} hint={t(($) => $.disable.hint)} />,
      ok: kit(($) => $.rows.disable),
      danger: true,
    })
  }
}
