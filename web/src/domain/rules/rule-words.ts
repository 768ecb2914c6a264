import { findAlertType } from '@eot/contract/vocabulary'

/** The alert type of a rule, for its name. */
export const ruleNameOf = (key: string): { Key: string; Name: string } =>
  findAlertType(key) ?? { Key: key, Name: key }
