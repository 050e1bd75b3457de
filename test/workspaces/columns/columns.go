// Package columns has hot lines that are hard to align: tabs, wide and combined characters, long and empty lines.
package columns

import "unicode/utf8"

// Weigh is hot on every kind of line.
func Weigh(rounds int) int {
	total := 0
	for round := range rounds {
		total += weigh("plain")
		total += weigh("日本語のとても長い文字列、全角文字")	// 全角の注釈 after a tab
		total += weigh("emoji 👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇳🇱")
		total += weigh("combining: e\u0301 é à ñ ȩ́ Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞")
		total += weigh("right to left: שלום עולם مرحبا بالعالم")
		total += weigh("zero​width and no break and tab	inside")

		if round%2 == 0 { total += weigh("inner	tabs	between	words"); total -= 1 }
				total += weigh("four tabs deep, where the formatter would have one")
        total += weigh("eight spaces and no tab")
	 	total += weigh("tab, space, tab")
		total += weigh("a very long line 1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 1234567890") + weigh("that goes on 1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 1234567890") + weigh("and on 1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 1234567890") + weigh("until it is over")
	}
	return total
}

//go:noinline
func weigh(text string) int {
	weight := 0
	for _, r := range text {
		weight += utf8.RuneLen(r)
	}
	return weight
}

func größe(ширина, 高さ int) int { return ширина * 高さ }

// 面積 has a name that is not ASCII.
func 面積(rounds int) int {
	合計 := 0
	for i := range rounds {
		合計 += größe(i, i+1)
		合計 ^= 合計 << 3
	}
	return 合計
}
