import { endpoints } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { DetailTabs } from '../../../kit/detail/detail-tabs.tsx'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { usePageName } from '../../../kit/use-page-name.ts'
import { useCan } from '../../../session/me.tsx'
import { Providers } from '../../notify/notify-provider/providers.tsx'
import { OperatorPlatforms } from '../api-config/operator-platforms.tsx'
import { SettingsForm } from './settings-form.tsx'
import '../../../kit/detail/detail.css'
import '../../../kit/list/list.css'
import './settings.css'

const SettingsTab = () => {
  const { data, error, refetch } = useCall(endpoints.settings.find, {}, { quiet: true })
  const [resets, setResets] = useState(0)
  if (error) return <LoadFailed reason={error.message} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={8} />
  // After saving or discarding, the form starts again from the stored values, because each save is a new version.
  return <SettingsForm key={`${data.version} ${resets}`} answer={data} onReset={() => setResets(resets + 1)} />
}

/** The settings of the operating company: carrier platforms, notification providers, and everything else. */
export default function OperatorConfigPage() {
  const { t } = useTranslation('settings')
  const title = usePageName()
  const search = usePageSearch()
  const navigate = useNavigate()
  const can = useCan()
  const tabs = [
    ...(can('operatorPlatform:view')
      ? [{ key: 'carriers', label: t(($) => $.tabs.carriers), content: <OperatorPlatforms /> }]
      : []),
    ...(can('notifyProvider:view') ? [{ key: 'providers', label: t(($) => $.tabs.providers), content: <Providers /> }] : []),
    ...(can('settings:view') ? [{ key: 'settings', label: t(($) => $.tabs.settings), content: <SettingsTab /> }] : []),
  ]
  const open = tabs.find(({ key }) => key === search['tab'])?.key ?? tabs[0]?.key ?? ''
  return (
    <section>
      <h1>{title}</h1>
      <DetailTabs tabs={tabs} open={open} onOpen={(tab) => void navigate({ to: '.', search: { tab } })} />
    </section>
  )
}
