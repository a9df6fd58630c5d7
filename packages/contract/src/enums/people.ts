/** Enumerations of the district people, part of `enums`. */
export const peopleEnums = {
  accountState: ['enabled', 'disabled', 'ended', 'companyStopped', 'customerStopped', 'locked'],
  companyType: ['siter', 'distributor', 'agent_one', 'agent_two'],
  companyBlock: ['disabled', 'expired'],
  callLanguage: ['zh', 'en'],
  /**
   * Which rows a role gives staff access to, the widest first: those of the company and all below it, of the company alone, of the
   * projects assigned to the account, or what the account created or works on.
   */
  dataScope: ['branch', 'company', 'projects', 'own'],
  customerType: ['person', 'enterprise', 'public'],
  contactRole: ['responsible', 'manager', 'property', 'duty', 'finance', 'purchase', 'other'],
  contractKind: ['monitoring', 'maintenance', 'installation', 'supply', 'other'],
  /** Derived from a contract's days (contractStateOn). */
  contractState: ['upcoming', 'running', 'ending', 'ended'],
  currency: ['CNY', 'HKD', 'USD', 'EUR', 'GBP'],
} as const
