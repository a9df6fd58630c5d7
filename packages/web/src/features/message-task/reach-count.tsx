import { endpoints, type EnumValue } from '@emberwatch/contract'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'

const listOf = { company: 'companyIds', role: 'roleIds', project: 'projectIds', account: 'accountIds' } as const

/** How many people the task of the open form would reach, counted anew with every change. */
export const ReachCount = () => {
  const { t } = useTranslation('message-task')
  const pushType = Form.useWatch<EnumValue<'pushType'> | undefined>('pushType')
  const pushObject = Form.useWatch<EnumValue<'pushObject'> | undefined>('pushObject') ?? 'all'
  const list = pushObject === 'all' ? undefined : listOf[pushObject]
  const ids = Form.useWatch<number[] | undefined>(list ?? 'none') ?? []
  const isChosen = pushType !== undefined && (list === undefined || ids.length > 0)
  const { data, isFetching } = useCall(
    endpoints.messageTask.reach,
    { pushType: pushType ?? 'inSite', pushObject, ...(list === undefined ? {} : { [list]: ids }) },
    { enabled: isChosen, keepPrevious: true, quiet: true },
  )
  const shown = isChosen ? data : undefined
  return (
    <div role="status" aria-busy={isFetching}>
      {shown === undefined && <span className="ew-muted">{isChosen ? '…' : t(($) => $.reachChoose)}</span>}
      {shown && <strong>{shown.reachable === 0 ? t(($) => $.reachNobody) : t(($) => $.reach, { ...shown })}</strong>}
      {shown?.channel === 'none' && <p className="ew-task-problem">{t(($) => $.channelNone)}</p>}
      {shown?.channel === 'down' && <p className="ew-task-problem">{t(($) => $.channelDown)}</p>}
    </div>
  )
}
