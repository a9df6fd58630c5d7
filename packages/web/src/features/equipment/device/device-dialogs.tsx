import { endpoints, type DeviceDetail, type DeviceRow, type Position } from '@emberwatch/contract'
import { Alert, Input, Select } from 'antd'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { CompanySelect } from '../../../kit/company-select.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { MapPoint } from '../../../kit/map/map-point.tsx'
import { positionRule } from '../../../kit/map/position.ts'
import { GatewayField } from './gateway-field.tsx'

const { device, devicePreset, project } = endpoints

interface Many {
  readonly ids: number[]
  readonly onClose: () => void
  /** Removes them from the selection. */
  readonly clear?: (() => void) | undefined
}
interface One {
  readonly row: DeviceRow
  readonly onClose: () => void
}

const Hint = ({ children, warns = false }: { children: string; warns?: boolean }) => (
  <Alert className="ew-form-alert" type={warns ? 'warning' : 'info'} showIcon title={children} />
)

/** A required reason. */
const reason = () => ({
  name: 'reason' as const,
  control: (<Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} showCount maxLength={200} />) as ReactElement,
  rules: [{ required: true, whitespace: true, message: sharedTexts().rules.required }],
})

/** Binds devices from stock to a project. */
export const BindDevices = ({ ids, onClose, clear }: Many) => {
  const { t } = useTranslation('device')
  return (
    <FormDialog
      endpoint={device.bind}
      title={t(($) => $.bind.title, { count: ids.length })}
      ok={t(($) => $.actions.bind)}
      saved={t(($) => $.bind.done)}
      hidden={{ ids }}
      fields={[
        { name: 'projectId', source: project.select },
        { name: 'gatewayId', control: <GatewayField />, hint: t(($) => $.form.gateway) },
      ]}
      onClose={onClose}
      onSaved={() => clear?.()}
    >
      <Hint>{t(($) => $.bind.hint)}</Hint>
    </FormDialog>
  )
}

/** Returns devices from a project to stock. */
export const UnbindDevices = ({ ids, onClose, clear }: Many) => {
  const { t } = useTranslation('device')
  return (
    <FormDialog
      danger
      endpoint={device.unbind}
      title={t(($) => $.unbind.title, { count: ids.length })}
      ok={t(($) => $.actions.unbind)}
      saved={t(($) => $.unbind.done)}
      hidden={{ ids }}
      fields={[reason()]}
      onClose={onClose}
      onSaved={() => clear?.()}
    >
      <Hint warns>{t(($) => $.unbind.hint)}</Hint>
    </FormDialog>
  )
}

/** Moves devices to another place, in the same project or another one. */
export const MoveDevices = ({ ids, onClose, clear, projectId }: Many & { projectId?: number | undefined }) => {
  const { t } = useTranslation('device')
  return (
    <FormDialog
      endpoint={device.move}
      title={t(($) => $.move.title, { count: ids.length })}
      ok={t(($) => $.actions.move)}
      saved={t(($) => $.move.done)}
      initial={projectId === undefined ? {} : { projectId }}
      hidden={{ ids }}
      fields={[
        { name: 'projectId', source: project.select },
        { name: 'gatewayId', control: <GatewayField />, hint: t(($) => $.form.gateway) },
        'building',
        'floor',
        'roomNumber',
        'place',
      ]}
      onClose={onClose}
      onSaved={() => clear?.()}
    >
      <Hint>{t(($) => $.move.hint)}</Hint>
    </FormDialog>
  )
}

/** Edits the tags of devices. */
export const TagDevices = ({ rows, onClose, clear }: Omit<Many, 'ids'> & { readonly rows: readonly DeviceRow[] }) => {
  const { t } = useTranslation('device')
  const present = [...new Set(rows.flatMap(({ tags }) => tags))]
  return (
    <FormDialog
      endpoint={device.tag}
      title={t(($) => $.tag.title, { count: rows.length })}
      saved={t(($) => $.tag.done)}
      hidden={{ ids: rows.map(({ id }) => id) }}
      fields={[
        { name: 'addTags', hint: t(($) => $.tag.hint), control: <Select mode="tags" open={false} suffixIcon={null} /> },
        {
          name: 'removeTags',
          hint: t(($) => $.tag.removeHint),
          control: <Select mode="multiple" disabled={present.length === 0} options={present.map((value) => ({ value }))} />,
        },
      ]}
      onClose={onClose}
      onSaved={() => clear?.()}
    />
  )
}

interface ReplaceProps extends One {
  /** Opens the page of the new device. */
  readonly onReplaced?: ((id: number) => void) | undefined
}

/** Replaces a device with one from stock. */
export const ReplaceDevice = ({ row, onClose, onReplaced }: ReplaceProps) => {
  const { t } = useTranslation('device')
  return (
    <FormDialog
      endpoint={device.replace}
      title={t(($) => $.replace.title, { code: row.code })}
      ok={t(($) => $.actions.replace)}
      saved={t(($) => $.replace.done)}
      initial={{ scrap: true }}
      hidden={{ id: row.id }}
      fields={[
        { name: 'withId', source: device.select, sourceInput: { stock: true } },
        reason(),
        {
          name: 'scrap',
          control: (
            <Select
              options={[
                { value: true, label: t(($) => $.replace.scrap) },
                { value: false, label: t(($) => $.replace.keep) },
              ]}
            />
          ),
        },
      ]}
      onClose={onClose}
      onSaved={({ id }) => onReplaced?.(id)}
    >
      <Hint>{t(($) => $.replace.hint)}</Hint>
    </FormDialog>
  )
}

export const ScrapDevice = ({ row, onClose }: One) => {
  const { t } = useTranslation('device')
  return (
    <FormDialog
      danger
      endpoint={device.scrap}
      title={t(($) => $.scrap.title, { code: row.code })}
      ok={t(($) => $.actions.scrap)}
      saved={t(($) => $.scrap.done)}
      hidden={{ id: row.id }}
      fields={[reason()]}
      onClose={onClose}
    >
      <Hint warns>{t(($) => $.scrap.hint)}</Hint>
    </FormDialog>
  )
}

/** Disables a device until a given time. */
export const DisableDevice = ({ row, onClose }: One) => {
  const { t } = useTranslation('device')
  return (
    <FormDialog
      endpoint={device.setEnabled}
      title={t(($) => $.disable.title, { code: row.code })}
      ok={t(($) => $.actions.disable)}
      saved={t(($) => $.disable.done)}
      hidden={{ id: row.id, enabled: false }}
      fields={[reason(), { name: 'until', kind: 'instant', rules: [{ required: true, message: sharedTexts().rules.required }] }]}
      onClose={onClose}
    >
      <Hint warns>{t(($) => $.disable.hint)}</Hint>
    </FormDialog>
  )
}

export const positionOf = ({ longitude, latitude, coordinateSystem }: DeviceDetail): Position | null =>
  longitude === null || latitude === null || coordinateSystem === null ? null : { longitude, latitude, coordinateSystem }

/** Sets where a device is on the map. */
export const LocateDevice = ({ row, onClose }: { row: DeviceDetail; onClose: () => void }) => {
  const { t } = useTranslation('device')
  const position = positionOf(row)
  return (
    <FormDialog
      drawer
      width={640}
      endpoint={device.locate}
      title={t(($) => $.locate.title, { code: row.code })}
      saved={t(($) => $.locate.done)}
      initial={position ? { position } : {}}
      hidden={{ id: row.id }}
      fields={[{ name: 'position', control: <MapPoint label={row.name} />, rules: [positionRule()] }]}
      onClose={onClose}
    />
  )
}

/** Assigns devices in stock to a company of the branch. */
export const AssignDevices = ({ ids, onClose, clear }: Many) => {
  const { t } = useTranslation('device')
  return (
    <FormDialog
      endpoint={devicePreset.assign}
      title={t(($) => $.assign.title, { count: ids.length })}
      ok={t(($) => $.actions.assign)}
      saved={t(($) => $.assign.done)}
      hidden={{ ids }}
      fields={[{ name: 'companyId', control: <CompanySelect /> }]}
      onClose={onClose}
      onSaved={() => clear?.()}
    >
      <Hint>{t(($) => $.assign.hint)}</Hint>
    </FormDialog>
  )
}
