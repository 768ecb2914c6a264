export { addCustomerSite, addRootSite } from './add-top-site.command.ts'
