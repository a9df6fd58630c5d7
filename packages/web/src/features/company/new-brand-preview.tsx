import { endpoints, type Branding } from '@emberwatch/contract'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { useCan } from '../../session/me.tsx'
import { BrandPreview, type BrandValues } from './brand-preview.tsx'

const brandNames = [
  'platformName',
  'bigFeatures',
  'smallFeatures',
  'loginLogo',
  'loginBgLogo',
  'primaryColour',
  'filingNotice',
  'appDownloadUrl',
  'supportPhone',
] as const satisfies readonly (keyof Branding)[]

/** What a new company takes over where nothing is set: one's own company's branding, or the operating company's for who may not read that. */
const useTakenOver = (): Branding | null => {
  const mayRead = useCan()('companyConfig:view')
  const config = useCall(endpoints.companyConfig.find, {}, { enabled: mayRead, quiet: true }).data
  const common = useCall(endpoints.session.branding, {}, { quiet: true }).data ?? null
  if (!config) return common
  const own = Object.fromEntries(brandNames.flatMap((name) => (config[name] === null ? [] : [[name, config[name]]])))
  const above = config.inherited ?? common
  return above && { ...above, ...own }
}

/** How the sign-in page and the menu of a company will look with what its form says. */
export const NewBrandPreview = () => {
  const { t } = useTranslation('company')
  const values = Form.useWatch<BrandValues>([], Form.useFormInstance())
  const inherited = useTakenOver()
  return (
    <>
      <p className="ew-muted">{t(($) => $.form.brandPreviewHint)}</p>
      <BrandPreview values={values ?? {}} inherited={inherited} />
    </>
  )
}
