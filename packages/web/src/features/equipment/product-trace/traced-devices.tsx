import { endpoints, type InputOf, pageHref, type TracedDeviceRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { Code } from '../../../kit/code.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import type { AnyColumn } from '../../../kit/list/types.ts'
import { Time } from '../../../kit/time.tsx'

const productTrace = endpoints.productTrace

const columns: readonly AnyColumn<TracedDeviceRow>[] = [
  {
    field: 'code',
    render: (row) => (
      <TwoLines small={row.name}>{<Code href={pageHref('traceDetail', { code: row.code })}>{row.code}</Code>}</TwoLines>
    ),
  },
  'modelName',
  'batch',
  'traceState',
  {
    field: 'projectName',
    render: (row) => <TwoLines small={row.gatewayCode}>{row.projectName ?? '—'}</TwoLines>,
  },
  'companyName',
  {
    field: 'lastStep',
    render: (row) =>
      row.lastStep === null ? (
        '—'
      ) : (
        <TwoLines small={<Time value={row.lastStepAt} />}>{enumLabel('traceStep', row.lastStep)}</TwoLines>
      ),
  },
  'stockedAt',
  { field: 'boundAt', optional: true },
  { field: 'box', optional: true },
  { field: 'pallet', optional: true },
  { field: 'productionLine', optional: true },
  { field: 'qcResult', optional: true },
  { field: 'firmware', optional: true },
]

/** Devices and where they are. `fixed`: those of a recalled batch, as part of another page. */
export const TracedDevices = ({ fixed }: { fixed?: Partial<InputOf<typeof productTrace.page>> }) => {
  const { t } = useTranslation('product-trace')
  const more = fixed ? { embedded: true as const, fixed, exportInput: fixed } : { headless: true as const }
  return (
    <ListPage
      {...more}
      endpoint={productTrace.page}
      exporter={productTrace.export}
      filters={[
        { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
        ...(fixed
          ? []
          : ([
              { kind: 'input', name: 'batch' },
              { kind: 'input', name: 'box' },
              { kind: 'input', name: 'pallet' },
              { kind: 'remote', name: 'modelId', endpoint: endpoints.deviceModel.select, input: { devicesOnly: true } },
            ] as const)),
        'traceState',
        'codeFrom',
        'codeTo',
        { kind: 'remote', name: 'projectId', endpoint: endpoints.project.select },
        { kind: 'dateRange', label: t(($) => $.stocked) },
      ]}
      columns={columns}
    />
  )
}
