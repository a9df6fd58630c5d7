import {
  buildingNames,
  endpoints,
  enums,
  homeCountry,
  positionDoubt,
  usualTerms,
  type OutputOf,
  type ProjectDetail,
  type ProjectRow,
} from '@emberwatch/contract'
import { Alert, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { hasCompaniesBelow, CompanySelect } from '../../../kit/company-select.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { useZoneField } from '../../../kit/form/zone-field.tsx'
import { MapPoint } from '../../../kit/map/map-point.tsx'
import { positionInZone } from '../../../kit/map/position.ts'
import { useMe } from '../../../session/me.tsx'
import { HoursField, useQuietHoursRule } from './hours-field.tsx'
import { TypeField } from './type-field.tsx'

const { project, projectType, customer } = endpoints

const isVerified = (values: Readonly<Record<string, unknown>>) => values['callFirst'] === true

/** The fields that creating and editing have in common, after their own. */
const useFields = (detail?: ProjectDetail) => {
  const { t } = useTranslation('project')
  // Imported and older rows have no country.
  const opened = detail ? { ...detail, country: detail.country ?? (detail.province ? homeCountry : null) } : {}
  const zone = useZoneField(opened)
  const quietHoursRule = useQuietHoursRule()
  // An edit that leaves them out keeps them, so an emptied field would be said to be saved although nothing changed.
  const hasTerms = () => detail !== undefined
  const methods = enums.notifyMethod.map((value) => ({ value, label: enumLabel('notifyMethod', value) }))
  const fields = [
    { ...zone.field, section: 'place' },
    'address',
    {
      name: 'position',
      control: <MapPoint label={t(($) => $.panels.map)} />,
      rules: [positionInZone(opened, detail?.position)],
      dependencies: ['zone'],
    },
    { name: 'timeZone', hint: detail ? t(($) => $.form.timeZoneKept) : t(($) => $.form.timeZone) },
    { name: 'phone', section: 'people', folds: !detail?.phone && !detail?.adminIds.length },
    { name: 'adminIds', source: project.adminSelect },
    { name: 'maintenanceYears', section: 'maintenance', folds: !detail, requiredWhen: hasTerms },
    { name: 'inspectionCycleDays', requiredWhen: hasTerms },
    { name: 'maintenanceCycleDays', requiredWhen: hasTerms },
    {
      name: 'notifyMethods',
      section: 'notification',
      folds: !detail,
      requiredWhen: hasTerms,
      hint: t(($) => $.form.notifyMethods),
      control: <Select mode="multiple" options={methods} />,
      half: true,
    },
    { name: 'quietHours', hint: t(($) => $.form.quietHours), control: <HoursField kind="quietHours" />, rules: [quietHoursRule] },
    { name: 'callFirst', hint: t(($) => $.form.callFirst) },
    { name: 'verifyAskedBy', hint: t(($) => $.form.verifyAskedBy), when: isVerified },
    { name: 'verifyWithinS', hint: t(($) => $.form.verifyWithinS), when: isVerified },
    ...buildingNames.map((name) =>
      // One decimal, such as a building of 23.5 metres.
      name === 'buildingHeight' || name === 'buildingArea'
        ? { name, control: <InputNumber className="ew-full" precision={2} />, half: true as const }
        : name === buildingNames[0]
          ? { name, section: 'building' as const, folds: !detail || Object.keys(detail.building).length === 0 }
          : name,
    ),
  ] as const
  return { zone: zone.zone, fields }
}

const CreateProject = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('project')
  const { user } = useMe()
  const { zone, fields } = useFields()
  return (
    <FormDialog
      drawer
      width={640}
      endpoint={project.create}
      title={t(($) => $.create)}
      initial={{ ...usualTerms, notifyMethods: [...usualTerms.notifyMethods] }}
      hidden={zone}
      fields={[
        'name',
        { name: 'typeId', control: <TypeField />, half: true },
        { name: 'customerId', source: customer.select },
        ...(hasCompaniesBelow(user.accountType)
          ? [{ name: 'companyId' as const, hint: t(($) => $.form.company), control: <CompanySelect />, half: true as const }]
          : []),
        { name: 'code', hint: t(($) => $.form.code) },
        ...fields,
      ]}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.form.approval)} />
    </FormDialog>
  )
}

const EditProject = ({ detail, onClose }: { detail: OutputOf<typeof project.detail>; onClose: () => void }) => {
  const { t } = useTranslation('project')
  // Values as read when the form opened: a change by somebody else meanwhile must not look like this user's.
  const [opened] = useState(detail)
  const { zone, fields } = useFields(opened)
  const { id, version, building, audit, rejectReason } = opened
  const { name, typeId, customerId, address, position, timeZone, phone, adminIds, notifyMethods, quietHours } = opened
  const { callFirst, verifyAskedBy, verifyWithinS } = opened
  const { maintenanceYears, inspectionCycleDays, maintenanceCycleDays } = opened
  const doubt = position ? positionDoubt(position, opened) : undefined
  return (
    <FormDialog
      drawer
      width={640}
      endpoint={project.update}
      title={t(($) => $.edit)}
      initial={withoutNulls({
        name,
        typeId,
        customerId,
        address,
        position,
        timeZone,
        phone,
        adminIds,
        maintenanceYears,
        inspectionCycleDays,
        maintenanceCycleDays,
        notifyMethods,
        quietHours,
        callFirst,
        verifyAskedBy,
        verifyWithinS,
        ...building,
      })}
      hidden={{ id, version, ...zone }}
      fields={[
        'name',
        { name: 'typeId', source: projectType.select },
        { name: 'customerId', source: customer.select, hint: t(($) => $.form.customerFixed) },
        ...fields,
      ]}
      onClose={onClose}
    >
      {audit === 'rejected' && (
        <Alert
          className="ew-form-alert"
          type="warning"
          showIcon
          title={t(($) => $.form.rejected, { reason: rejectReason ?? '—' })}
        />
      )}
      {doubt && (
        <Alert
          className="ew-form-alert"
          type="warning"
          showIcon
          title={t(($) => $.form.misplaced, { problem: sharedTexts().rules[doubt] })}
        />
      )}
    </FormDialog>
  )
}

/** Creates a project, or edits one as it was when the form opened. */
export default function ProjectForm({ row, onClose }: { row: ProjectRow | undefined; onClose: () => void }) {
  const detail = useCall(project.detail, { id: row?.id ?? 0 }, { enabled: row !== undefined }).data
  if (!row) return <CreateProject onClose={onClose} />
  return detail ? <EditProject detail={detail} onClose={onClose} /> : null
}
