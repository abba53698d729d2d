// The word list of a crossword, and the sets of words that one cell of a line leaves possible.
//
// A line is a row or a column of the grid. Which words may start at a place of a line, as far as one cell of
// the line is concerned, depends only on the distance of the two; so each table has one set a distance, and
// the sets for all starts of a line stand side by side in it, where vector instructions find them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bits.hpp"

namespace playout {

// A set of words is cut into blocks of 64 words; Blocks is the most that a list may have.
template <int Blocks> class CrosswordWords {
public:
    static constexpr int max_size = 19; // of the grid
    static constexpr int max_words = 64 * Blocks;
    static constexpr int starts = 20; // in a line; the last are never used, but fill a vector

    // One set of words for each distance of a start from a cell.
    class Table {
    public:
        // The sets for a cell of a line, by start.
        [[nodiscard]] const Bits *row(int block, int cell) const {
            return sets_[static_cast<std::size_t>(block)].data() + max_size - cell;
        }
        void add(int word, int distance) {
            sets_[static_cast<std::size_t>(word / 64)][static_cast<std::size_t>(max_size + distance)] |=
                bit(word % 64);
        }

    private:
        std::array<std::array<Bits, max_size + starts>, Blocks> sets_{};
    };

    CrosswordWords(std::vector<std::string> words, int size) : words_(std::move(words)) {
        check(size);
        for (int word = 0; word < count(); ++word)
            for (int distance = -max_size; distance < starts; ++distance) tabulate(word, distance);
    }

    [[nodiscard]] int count() const { return static_cast<int>(words_.size()); }
    [[nodiscard]] int blocks() const { return Blocks == 1 ? 1 : (count() + 63) / 64; }
    [[nodiscard]] const std::string &operator[](int word) const {
        return words_[static_cast<std::size_t>(word)];
    }
    [[nodiscard]] int length(int word) const { return static_cast<int>((*this)[word].size()); }

    // The words of a block.
    [[nodiscard]] Bits all(int block) const {
        const int words = std::min(64, count() - 64 * block);
        return words == 64 ? ~Bits{0} : bit(words) - 1;
    }

    // The number of a word; -1 if it is not in the list.
    [[nodiscard]] int find(std::string_view text) const {
        const auto found = std::find(words_.begin(), words_.end(), text);
        return found == words_.end() ? -1 : static_cast<int>(found - words_.begin());
    }

    // The words that do not contain the cell; those that do not even touch it; and those too that have this
    // letter in it.
    [[nodiscard]] const Table &avoiding() const { return avoiding_; }
    [[nodiscard]] const Table &apart() const { return apart_; }
    [[nodiscard]] const Table &fitting(char letter) const { return fitting_[index(letter)]; }

private:
    static std::size_t index(char letter) { return static_cast<std::size_t>(letter - 'A'); }

    void check(int size) const {
        if (size < 2 || size > max_size)
            throw std::invalid_argument("crossword: a grid of size " + std::to_string(size) +
                                        " does not work: need from 2 to " + std::to_string(max_size));
        if (count() < 1 || count() > max_words)
            throw std::invalid_argument("crossword: " + std::to_string(count()) +
                                        " words do not work: need from 1 to " + std::to_string(max_words));
        for (int word = 0; word < count(); ++word) check_word(word, size);
    }

    void check_word(int word, int size) const {
        const std::string &text = (*this)[word];
        if (length(word) < 2 || length(word) > size ||
            text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string::npos)
            throw std::invalid_argument("crossword: '" + text + "' does not work: need from 2 to " +
                                        std::to_string(size) + " letters from A to Z");
        if (find(text) != word) throw std::invalid_argument("crossword: '" + text + "' is there twice");
    }

    // Puts a word into the tables for a cell this far before its start.
    void tabulate(int word, int distance) {
        const int place = -distance; // of the cell in the word
        if (place >= 0 && place < length(word)) {
            fitting_[index((*this)[word][static_cast<std::size_t>(place)])].add(word, distance);
            return;
        }
        avoiding_.add(word, distance);
        if (place == -1 || place == length(word)) return;
        apart_.add(word, distance);
        for (Table &table : fitting_) table.add(word, distance);
    }

    std::vector<std::string> words_;
    Table avoiding_, apart_;
    std::array<Table, 26> fitting_;
};

} // namespace playout
