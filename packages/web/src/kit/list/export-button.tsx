import { mayCall, type Endpoint } from '@emberwatch/contract'
import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../session/me.tsx'
import { startExport } from '../tasks.ts'

const formats = ['xlsx', 'csv'] as const

/** Exports the rows that match the list's filters, as a job. Rows are in order of creation, however the list is sorted. */
export const ExportButton = ({ entry, input }: { entry: Endpoint; input: object }) => {
  const { t } = useTranslation('kit')
  const { operations } = useMe()
  if (!mayCall(entry, true, operations)) return null
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: formats.map((format) => ({ key: format, label: t(($) => $.export.as, { format: format.toUpperCase() }) })),
        // The call has already shown its failure.
        onClick: ({ key }) => void startExport(entry, { ...input, format: key }).catch(() => {}),
      }}
    >
      <Button icon={<DownloadOutlined aria-hidden />} title={t(($) => $.export.hint)}>
        {t(($) => $.export.export)}
      </Button>
    </Dropdown>
  )
}
