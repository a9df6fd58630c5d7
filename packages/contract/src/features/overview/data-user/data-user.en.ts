import type { texts as zh } from './data-user.zh.ts'

export const texts: typeof zh = {
  menus: {
    'dataCenter.user': 'User statistics',
  },
  subjects: {
    dataUser: 'User statistics',
  },
  fields: {
    disabledAccounts: 'Disabled accounts',
    active7: 'Active in 7 days',
    active30: 'Active in 30 days',
    neverSignedIn: 'Never signed in',
    unverifiedPhone: 'No verified phone',
    withoutPhone: 'No phone number',
    twoStepAccounts: 'With two-step sign-in',
    companyType: 'Company type',
    reachedShare: 'Delivery rate',
    appShare: 'Delivery rate of app',
    smsShare: 'Delivery rate of SMS',
    voiceShare: 'Answer rate of voice calls',
    mailShare: 'Delivery rate of mail',
  },
}
