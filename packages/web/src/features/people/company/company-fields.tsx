import { limits, type endpoints } from '@emberwatch/contract'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { fieldLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { languageNames } from '../../../i18n/language.ts'
import type { FormField } from '../../../kit/form/form-field.tsx'
import { UploadField } from '../../../kit/form/upload-field.tsx'
import { useZoneField } from '../../../kit/form/zone-field.tsx'
import { QuotasField } from './company-controls.tsx'

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))
const licenceTypes = ['.pdf', '.png', '.jpg', '.jpeg'] as const
/** The server's default for attachments (readings.md); its own setting decides. */
const licenceBytes = 20 * 1_048_576

type Zone = Parameters<typeof useZoneField>[0]
type InfoField = FormField<typeof endpoints.companyConfig.updateInfo>

/** The place and regional settings of a company, which both it and companies above it can edit. */
const usePlaceFields = (initial: Zone) => {
  const { t } = useTranslation('company')
  const { zone, field } = useZoneField(initial)
  return {
    zone,
    place: [
      { ...field, section: 'place' },
      { name: 'address', kind: 'text' },
    ],
    usual: [
      {
        name: 'timeZone',
        control: (
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={zones}
            placeholder={t(($) => $.form.timeZoneHint)}
          />
        ),
        half: true,
        section: 'region',
      },
      {
        name: 'language',
        kind: 'select',
        hint: t(($) => $.form.languageHint),
        options: limits.languages.map((value) => ({ value, label: languageNames[value] })),
      },
    ],
  } as const
}

/** The fields of one's own company; the organisation code only if there is no company above to set it. */
export const useInfoFields = (initial: Zone, isTop: boolean) => {
  const { t } = useTranslation('company')
  const { zone, place, usual } = usePlaceFields(initial)
  const code: InfoField = {
    name: 'orgCode',
    hint: t(($) => $.form.orgCodeHint),
    rules: [{ required: true, message: sharedTexts().rules.required }],
  }
  const domain: InfoField = {
    name: 'domain',
    kind: 'text',
    hint: isTop ? t(($) => $.edit.ownDomainHint) : t(($) => $.edit.askDomainHint),
  }
  const fields: InfoField[] = ['name', ...(isTop ? [code] : []), domain, 'contacter', 'phone', 'email', ...place, ...usual]
  return { zone, fields }
}

/** The fields that creating and editing a company share. */
export const useCompanyFields = (initial: Zone = {}) => {
  const { t } = useTranslation('company')
  const { zone, place, usual } = usePlaceFields(initial)
  return {
    zone,
    first: ['name', { name: 'orgCode', hint: t(($) => $.form.orgCodeHint) }, 'contacter', 'phone'],
    rest: [
      { name: 'expiresAt', hint: t(($) => $.form.expiresHint) },
      ...place,
      { name: 'quotas', hint: t(($) => $.form.quotasHint), control: <QuotasField /> },
      'email',
      { name: 'domain', kind: 'text', hint: t(($) => $.form.domainHint) },
      { name: 'licenceNo', section: 'licence' },
      {
        name: 'licenceFile',
        control: (
          <UploadField
            purpose="attachment"
            accept={licenceTypes}
            most={licenceBytes}
            label={fieldLabel('licenceFile')}
            hint={t(($) => $.form.licenceHint)}
          />
        ),
      },
      'streetCode',
      ...usual,
    ],
  } as const
}
