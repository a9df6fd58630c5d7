import { endpoints, pageHref } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { useCan } from '../../../session/me.tsx'

const { device } = endpoints

/** Maximum number of devices listed by name. */
const named = 5

/** Lists on a project's page which of its devices are disabled, so that none is disabled unnoticed. Empty if none is. */
export const DisabledDevices = ({ projectId }: { projectId: number }) => {
  const { t } = useTranslation('device')
  const can = useCan()
  const { data } = useCall(
    device.page,
    { projectId, enabled: false, pageSize: named },
    { quiet: true, enabled: can('device:view') },
  )
  if (!data || data.total === 0) return null
  return (
    <Alert
      className="ew-form-alert"
      type="warning"
      showIcon
      title={t(($) => $.disabledOnSite, { count: data.total })}
      description={
        <>
          {t(($) => $.disabledOnSiteHint)}{' '}
          {data.list.map(({ id, code, disabledReason }) => (
            <span key={id}>
              <a href={pageHref('deviceDetail', { id })}>{code}</a> ({disabledReason}){' '}
            </span>
          ))}
          {data.total > data.list.length && <a href={pageHref('deviceList', { projectId, enabled: false })}>…</a>}
        </>
      }
    />
  )
}
