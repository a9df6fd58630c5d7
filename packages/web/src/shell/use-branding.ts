import { endpoints, errorCatalogue, type Branding } from '@emberwatch/contract'
import { useEffect, useState, type CSSProperties } from 'react'
import { ApiError } from '../api/api-error.ts'
import { publicFileUrl } from '../api/base.ts'
import { call } from '../api/call.ts'
import { sharedTexts, t } from '../i18n/i18n.ts'
import { toast } from '../toast.ts'
import type { Search } from '../kit/search-params.ts'
import { backoffMs } from '../live/backoff.ts'
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

const find = async ({ accountType, companyId, code }: Search): Promise<Branding> => {
  const quiet = { quiet: true }
  if (code !== undefined) return call(endpoints.session.companyOfCode, { code }, quiet)
  const known = knownCompanyCode(companyId)
  if (known !== undefined) return call(endpoints.session.branding, { code: known }, quiet)
  const id = Number(companyId)
  if (Number.isSafeInteger(id) && id > 0)
    return call(endpoints.session.branding, { companyId: id, ...(accountType ? { accountType } : {}) }, quiet)
  // Most hosts have no company of their own and show the operating company's page.
  return call(endpoints.session.branding, isCompanyHost(location.hostname) ? { host: location.hostname } : {}, quiet)
}

/**
 * The branding that is asked for. If there is no such company, the operating company's; nothing if the server cannot be reached, which
 * says nothing about the company.
 */
export const findBranding = async (wanted: Search): Promise<{ found?: Branding; isUnknown?: true }> => {
  try {
    return { found: await find(wanted) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === errorCatalogue.unavailable.code) return {}
  }
  try {
    return { found: await call(endpoints.session.branding, {}, { quiet: true }), isUnknown: true }
  } catch {
    return {}
  }
}

/** The first pause is a few seconds. */
const firstAttempt = 3

/**
 * Branding of the sign-in page: by ?code, by ?accountType and ?companyId, or by host name. Otherwise the operating company's.
 */
export const useBranding = (search: Search): Branding | null => {
  const [branding, setBranding] = useState<Branding | null>(null)
  const { accountType, companyId, code } = search
  useEffect(() => {
    let current = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const wanted = {
      ...(accountType ? { accountType } : {}),
      ...(companyId ? { companyId } : {}),
      ...(code === undefined ? {} : { code }),
    }
    const read = async (attempt: number): Promise<void> => {
      const { found, isUnknown } = await findBranding(wanted)
      if (!current) return
      if (found) setBranding(found)
      // The server, or the way to it, is back in a while.
      else timer = setTimeout(() => void read(attempt + 1), backoffMs(attempt))
      if (isUnknown && code !== undefined)
        toast.warning(code.trim() === '' ? sharedTexts().errors.companyCodeEmpty : t(($) => $.login.brandingFailed))
    }
    void read(firstAttempt)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [accountType, companyId, code])
  return branding
}
