import { endpoints, type Branding } from '@emberwatch/contract'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { useCan } from '../../../session/me.tsx'
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

/** What a new company inherits: the branding of one's own company, or the operating company's for users who may not read their own. */
const useTakenOver = (): Branding | null => {
  const mayRead = useCan()('companyConfig:view')
  const config = useCall(endpoints.companyConfig.find, {}, { enabled: mayRead, quiet: true }).data
  const common = useCall(endpoints.session.branding, {}, { quiet: true }).data ?? null
  if (!config) return common
  const own = Object.fromEntries(brandNames.flatMap((name) => (config[name] === null ? [] : [[name, config[name]]])))
  const above = config.inherited ?? common
  return above && { ...above, ...own }
}

/** A preview of a new company's sign-in page and menu, from the values in its form. */
export const NewBrandPreview = () => {
  const { t } = useTranslation('company')
  const values = Form.useWatch<BrandValues>([], Form.useFormInstance())
  const inherited = useTakenOver()
  return (
    <div className="ew-brand-aside">
      <p className="ew-muted">{t(($) => $.form.brandPreviewHint)}</p>
      <BrandPreview values={values ?? {}} inherited={inherited} />
    </div>
  )
}
