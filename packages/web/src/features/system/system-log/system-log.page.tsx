import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DetailTabs } from '../../../kit/detail/detail-tabs.tsx'
import { usePageName } from '../../../kit/use-page-name.ts'
import { ApiLog } from './api-log.tsx'
import { AuditLog } from './audit-log.tsx'
import { LoginLog } from './login-log.tsx'
import { MqttLog } from '../../equipment/gateway/mqtt-log.tsx'
import '../../../kit/list/list.css'
import './system-log.css'
import { usePageSearch } from '../../../kit/search-params.ts'

/** API calls, gateway messages, sign-ins, and the audit trail. The open tab is part of the address. */
export default function SystemLogPage() {
  const { t } = useTranslation('system-log')
  const title = usePageName()
  const search = usePageSearch()
  const navigate = useNavigate()
  const tabs = [
    { key: 'api', label: t(($) => $.tabs.api), content: <ApiLog /> },
    { key: 'mqtt', label: t(($) => $.tabs.mqtt), content: <MqttLog /> },
    { key: 'login', label: t(($) => $.tabs.login), content: <LoginLog /> },
    { key: 'audit', label: t(($) => $.tabs.audit), content: <AuditLog /> },
  ]
  const open = tabs.find(({ key }) => key === search['tab'])?.key ?? 'api'
  return (
    <section>
      <h1>{title}</h1>
      {/* The filters of one log do not apply to another. */}
      <DetailTabs tabs={tabs} open={open} onOpen={(tab) => void navigate({ to: '.', search: { tab } })} />
    </section>
  )
}
