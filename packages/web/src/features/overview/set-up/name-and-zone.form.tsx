import { endpoints, limits, type OutputOf } from '@emberwatch/contract'
import { Input, Select } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { fieldLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { currentLanguage, languageNames } from '../../../i18n/language.ts'
import { viewersZone } from '../../../i18n/viewers-zone.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { useMe } from '../../../session/me.tsx'

const { companyConfig } = endpoints
const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))

interface NameAndZoneProps {
  config: OutputOf<typeof companyConfig.find>
  onClose: () => void
}

const NameAndZone = ({ config, onClose }: NameAndZoneProps) => {
  const { t } = useTranslation('set-up')
  const { user } = useMe()
  const run = useRunWrite()
  // Values as read when the form opened.
  const [opened] = useState(config)
  const { company } = opened
  const [platformName, setPlatformName] = useState(opened.platformName ?? '')
  /** The first part, once it is saved: the second may be refused, and be tried again. */
  const saved = useRef<string | undefined>(undefined)
  const { name, orgCode, contacter, email, address, domain, domainRequested } = company
  const { country, province, city, region } = company
  return (
    <FormDialog
      endpoint={companyConfig.updateInfo}
      title={t(($) => $.nameAndZone.title)}
      saved={t(($) => $.nameAndZone.saved)}
      // What is not asked here stays as it is.
      hidden={
        {
          version: company.version,
          contacter: contacter || user.name,
          ...withoutNulls({
            orgCode,
            email,
            address,
            country,
            province,
            city,
            region,
            domain: domainRequested ?? domain,
          }),
        } as object
      }
      initial={
        {
          platformName,
          name,
          // Nobody has chosen them yet: those of the person who sets it up.
          timeZone: viewersZone,
          language: currentLanguage(),
        } as object
      }
      fields={[
        {
          extra: 'platformName',
          label: fieldLabel('platformName'),
          control: <Input maxLength={40} onChange={({ target }) => setPlatformName(target.value)} />,
          rules: [{ required: true, whitespace: true, message: sharedTexts().rules.required }],
        },
        { name: 'name', label: t(($) => $.nameAndZone.company) },
        { name: 'timeZone', control: <Select showSearch={{ optionFilterProp: 'label' }} options={zones} /> },
        {
          name: 'language',
          label: t(($) => $.nameAndZone.language),
          kind: 'select',
          options: limits.languages.map((value) => ({ value, label: languageNames[value] })),
        },
      ]}
      maySend={async () => {
        const name = platformName.trim()
        if (saved.current === name) return true
        const { version } = saved.current === undefined ? opened : await call(companyConfig.find, {})
        await run(companyConfig.update, { ...brandOf(opened), platformName: name, version })
        saved.current = name
        return true
      }}
      onClose={onClose}
    />
  )
}

const brandOf = ({
  bigFeatures,
  smallFeatures,
  loginLogo,
  loginBgLogo,
  primaryColour,
  filingNotice,
  appDownloadUrl,
  supportPhone,
  watermark,
}: OutputOf<typeof companyConfig.find>) =>
  withoutNulls({
    bigFeatures,
    smallFeatures,
    loginLogo,
    loginBgLogo,
    primaryColour,
    filingNotice,
    appDownloadUrl,
    supportPhone,
    watermark,
  })

/** The two things about one's own company that everything else shows. */
export default function NameAndZoneForm({ onClose }: { onClose: () => void }) {
  const { data } = useCall(companyConfig.find, {}, { staleTime: 0 })
  return data ? <NameAndZone config={data} onClose={onClose} /> : null
}
