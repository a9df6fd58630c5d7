import { endpoints, type OutputOf } from '@emberwatch/contract'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useRunWrite } from '../../api/hooks.ts'
import { fieldLabel, sharedTexts } from '../../i18n/i18n.ts'
import { viewersZone } from '../../i18n/viewers-zone.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../kit/form/without-nulls.ts'
import { useMe } from '../../session/me.tsx'

const { companyConfig, session, setUp } = endpoints
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
  const { name, orgCode, contacter, email, address, domain, domainRequested, language } = company
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
            language,
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
          // Nobody has chosen one yet: that of the person who sets it up.
          timeZone: viewersZone,
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
      ]}
      maySend={async () => {
        await run(companyConfig.update, { ...brandOf(opened), platformName: platformName.trim(), version: opened.version })
        return true
      }}
      invalidates={[session.info, session.branding, setUp.state, companyConfig.find]}
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
