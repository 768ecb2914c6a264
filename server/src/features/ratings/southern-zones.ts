/** Zones south of the equator in the tz database, by the coordinates of zone.tab, with their older names. */
const areas = ['America/Argentina/', 'Antarctica/', 'Australia/']

const places: Readonly<Record<string, string>> = {
  Africa:
    'Blantyre Brazzaville Bujumbura Dar_es_Salaam Gaborone Harare Johannesburg Kigali Kinshasa Luanda ' +
    'Lubumbashi Lusaka Maputo Maseru Mbabane Nairobi Windhoek',
  America:
    'Araguaina Asuncion Bahia Belem Buenos_Aires Campo_Grande Catamarca Cordoba Coyhaique Cuiaba Eirunepe ' +
    'Fortaleza Guayaquil Jujuy La_Paz Lima Maceio Manaus Mendoza Montevideo Noronha Porto_Acre Porto_Velho ' +
    'Punta_Arenas Recife Rio_Branco Rosario Santarem Santiago Sao_Paulo',
  Asia: 'Dili Jakarta Jayapura Makassar Pontianak Ujung_Pandang',
  Atlantic: 'South_Georgia St_Helena Stanley',
  Brazil: 'Acre DeNoronha East West',
  Chile: 'Continental EasterIsland',
  Indian: 'Antananarivo Chagos Christmas Cocos Comoro Kerguelen Mahe Mauritius Mayotte Reunion',
  Pacific:
    'Apia Auckland Bougainville Chatham Easter Efate Enderbury Fakaofo Fiji Funafuti Galapagos Gambier ' +
    'Guadalcanal Kanton Marquesas Nauru Niue Norfolk Noumea Pago_Pago Pitcairn Port_Moresby Rarotonga ' +
    'Samoa Tahiti Tongatapu Wallis',
  US: 'Samoa',
}

const zones: ReadonlySet<string> = new Set([
  'NZ',
  'NZ-CHAT',
  ...Object.entries(places).flatMap(([area, names]) => names.split(' ').map((name) => `${area}/${name}`)),
])

/** Returns whether a zone's places lie south of the equator. Summer time cannot be used: many of these zones have none. */
export const isSouthern = (timeZone: string): boolean =>
  zones.has(timeZone) || areas.some((area) => timeZone.startsWith(area))
