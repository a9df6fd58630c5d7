import { endpoints, type Branding } from '@emberwatch/contract'
import { useEffect, useState, type CSSProperties } from 'react'
import { publicFileUrl } from '../api/base.ts'
import { call } from '../api/call.ts'
import { t } from '../i18n/i18n.ts'
import { toast } from '../toast.ts'
import type { Search } from '../kit/search-params.ts'
import { knownCompanyCode } from '../session/session.ts'
import { readableTextColour, isColour } from '../theme/contrast.ts'

/** A branding image is the id of a stored file, or an address. */
export const brandImage = (value: string | null | undefined): string | undefined =>
  value ? (/^[0-9a-f]{32}$/.test(value) ? publicFileUrl(value) : value) : undefined

/** A company's colour for the buttons of its sign-in page, with a readable text colour for any of them. */
export const buttonColours = (colour: string | null | undefined): CSSProperties =>
  isColour(colour) ? ({ '--brand': colour, '--brand-ink': readableTextColour(colour) } as CSSProperties) : {}

/** Local names and bare addresses belong to no company. */
const isCompanyHost = (host: string): boolean => host.includes('.') && !/^[\d.]+$/.test(host) && !host.includes(':')

const find = async ({ companyId, code }: Search): Promise<Branding> => {
  const quiet = { quiet: true }
  if (code) return call(endpoints.session.companyOfCode, { code }, quiet)
  const known = knownCompanyCode(companyId)
  if (known !== undefined) return call(endpoints.session.branding, { code: known }, quiet)
  // Most hosts have no company of their own and show the operating company's page.
  return call(endpoints.session.branding, isCompanyHost(location.hostname) ? { host: location.hostname } : {}, quiet)
}

/**
 * Branding of the sign-in page: by ?code, by ?companyId if this browser knows its company, or by host name. Otherwise the
 * operating company's.
 */
export const useBranding = (search: Search): Branding | null => {
  const [branding, setBranding] = useState<Branding | null>(null)
  const { companyId, code } = search
  useEffect(() => {
    let current = true
    find({ ...(companyId ? { companyId } : {}), ...(code ? { code } : {}) })
      .catch(() => {
        if (current && code) toast.warning(t(($) => $.login.brandingFailed))
        return call(endpoints.session.branding, {}, { quiet: true })
      })
      .then(
        (found) => current && setBranding(found),
        () => {},
      )
    return () => {
      current = false
    }
  }, [companyId, code])
  return branding
}
