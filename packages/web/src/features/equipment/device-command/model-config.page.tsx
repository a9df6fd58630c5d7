import { type DeviceModelRow, endpoints, pages } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { EnabledTag } from '../../../kit/status-tag.tsx'
import { useCan } from '../../../session/me.tsx'
import { useActivityTab } from '../../system/activity/activity.tsx'
import { ModelFacts } from '../device-model/model-facts.tsx'
import { useModelActions } from '../device-model/use-model-actions.tsx'
import { DefinitionList } from './definition-list.tsx'

const drawStatus = ({ enabled }: DeviceModelRow) => <EnabledTag enabled={enabled} />

/** The page of one model (`…/deviceModelConfig?id=`): its facts, and the commands of its devices. */
export default function ModelConfigPage() {
  const { t } = useTranslation('device-command')
  const can = useCan()
  const navigate = useNavigate()
  const { actionsOf, dialog } = useModelActions(() => navigate({ to: pages.deviceModelList }))
  const activity = useActivityTab(endpoints.activity.deviceModel)
  const drawTabs = (row: DeviceModelRow) => [
    ...(can('deviceCommand:view')
      ? [{ key: 'commands', label: t(($) => $.tabs.commands), content: <DefinitionList modelId={row.id} /> }]
      : []),
    { key: 'overview', label: t(($) => $.tabs.overview), content: <ModelFacts row={row} /> },
    ...activity(row),
  ]
  return (
    <>
      <DetailPage
        endpoint={endpoints.deviceModel.detail}
        title={({ name }) => name}
        status={drawStatus}
        actions={actionsOf}
        tabs={drawTabs}
      />
      {dialog}
    </>
  )
}
